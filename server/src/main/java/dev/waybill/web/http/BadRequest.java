package dev.waybill.web.http;

import java.io.Serial;

/// What came is no request that can be answered and followed by another: the connection ends with
/// the answer.
final class BadRequest extends Exception {

    @Serial private static final long serialVersionUID = 1;

    private final Problem problem;

    private BadRequest(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    static BadRequest because(String detail) {
        return of(ProblemType.MALFORMED_REQUEST, detail);
    }

    static BadRequest of(ProblemType type, String detail) {
        return new BadRequest(Problem.of(type, detail));
    }

    static BadRequest bodyTooLarge() {
        return new BadRequest(Problem.tooLarge(Limits.BODY_BYTES_MAX));
    }

    static BadRequest outOfMemory() {
        return new BadRequest(
                Problem.unavailable("Too much is being received at the moment. Try again."));
    }

    Problem problem() {
        return problem;
    }
}
