package dev.waybill.client;

/// The service refused a request. The same request will be refused again; nothing was stored.
public final class RefusedException extends WaybillException {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    RefusedException(Problem problem) {
        super(problem.status() + " " + problem.type() + ": " + problem.sentence(), null);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
