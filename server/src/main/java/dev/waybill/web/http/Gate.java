package dev.waybill.web.http;

/// Decides about a request by its head: route, caller, right and rate. Only the body of an accepted
/// request is kept.
final class Gate {

    private final Router router;

    Gate(Router router) {
        this.router = router;
    }

    /// The decision about a request.
    sealed interface Decision {

        /// The body is received, up to this size, and then handled.
        record Accept(ReceivedRequest request, Trust trust, Route.Handler handler, int bodyBytesMax)
                implements Decision {}

        record Refuse(Problem problem) implements Decision {}
    }

    Decision decide(ReceivedRequest head) {
        try {
            var match = router.find(head);
            var request = head.with(match.parts());
            var admitted = match.route().admission().admit(request);
            return new Decision.Accept(
                    request, admitted.trust(), admitted.handler(), match.route().bodyBytesMax());
        } catch (RuntimeException | Error e) {
            return new Decision.Refuse(Failures.problem(e, head.id()));
        }
    }
}
