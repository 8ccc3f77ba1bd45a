package dev.waybill.web.http;

import java.io.Serial;

/// A request after which the connection cannot be used again: it ends with the response.
final class BadRequest extends Exception {

    @Serial private static final long serialVersionUID = 1;

    private final Problem problem;

    private BadRequest(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    static BadRequest of(Problem problem) {
        return new BadRequest(problem);
    }

    static BadRequest of(ProblemType type, String detail) {
        return new BadRequest(Problem.of(type, detail));
    }

    static BadRequest because(String detail) {
        return of(ProblemType.MALFORMED_REQUEST, detail);
    }

    static BadRequest tooLarge(int bytesMax) {
        return new BadRequest(Problem.tooLarge(bytesMax));
    }

    static BadRequest outOfMemory() {
        return new BadRequest(
                Problem.unavailable("Too many requests are being received. Try again."));
    }

    Problem problem() {
        return problem;
    }
}
