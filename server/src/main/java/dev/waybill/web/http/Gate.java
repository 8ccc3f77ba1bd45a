package dev.waybill.web.http;

/// Decides about a request by its head: route, caller, right and rate. Only the body of an accepted
/// request is kept.
final class Gate {

    private final Router router;
    private final RequestMetrics metrics;

    Gate(Router router, RequestMetrics metrics) {
        this.router = router;
        this.metrics = metrics;
    }

    /// The decision about a request.
    sealed interface Decision {

        /// The series that count its answer.
        RequestMetrics.OfRoute metrics();

        /// The body is received, up to this size, and then handled.
        record Accept(
                ReceivedRequest request,
                Trust trust,
                Route.Handler handler,
                int bodyBytesMax,
                RequestMetrics.OfRoute metrics)
                implements Decision {}

        record Refuse(Problem problem, RequestMetrics.OfRoute metrics) implements Decision {}
    }

    Decision decide(ReceivedRequest head) {
        var counted = metrics.none();
        try {
            var match = router.find(head);
            counted = metrics.of(match.route());
            var request = head.with(match.parts());
            var admitted = match.route().admission().admit(request);
            return new Decision.Accept(
                    request,
                    admitted.trust(),
                    admitted.handler(),
                    match.route().bodyBytesMax().applyAsInt(request),
                    counted);
        } catch (RuntimeException | Error e) {
            return new Decision.Refuse(Failures.problem(e, head.id()), counted);
        }
    }
}
