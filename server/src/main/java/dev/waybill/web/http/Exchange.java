package dev.waybill.web.http;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request's answer, on its way back to the connection it came from.
final class Exchange implements Reply {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Answering answering;
    private final HttpServer server;
    private final String requestId;
    private final @Nullable RequestHead head;
    private final Charge charge;
    private final RequestMetrics.OfRoute metrics;
    private final long beganNanos;
    private final AtomicBoolean answered = new AtomicBoolean();

    /// For one request.
    ///
    /// @param head null if the request cannot be followed by another
    /// @param charge the memory of the request, then of its answer
    private Exchange(
            Answering answering,
            HttpServer server,
            String requestId,
            @Nullable RequestHead head,
            Charge charge,
            RequestMetrics.OfRoute metrics,
            long beganNanos) {
        this.answering = answering;
        this.server = server;
        this.requestId = requestId;
        this.head = head;
        this.charge = charge;
        this.metrics = metrics;
        this.beganNanos = beganNanos;
    }

    static Exchange of(Incoming request, Answering answering, HttpServer server) {
        return new Exchange(
                answering,
                server,
                request.id(),
                request.head(),
                request.charge(),
                request.metrics(),
                request.beganNanos());
    }

    /// For a request that cannot be followed by another.
    static Exchange last(Charge charge, Answering answering, HttpServer server) {
        return new Exchange(
                answering,
                server,
                server.nextRequestId(),
                null,
                charge,
                server.requests().none(),
                System.nanoTime());
    }

    @Override
    public void send(Response response) {
        var after = server.stopping() || head == null ? Persistence.ENDS : head.persistence();
        boolean withBody = head == null || !head.method().equals("HEAD");
        // First, because it may refuse the response: then there is another one to send.
        var bytes = ResponseBytes.of(response, requestId, server.date(), after, withBody);
        if (!answered.compareAndSet(false, true)) {
            LOG.error("a request was answered twice, request={}", requestId);
            return;
        }
        metrics.answered(response.status(), System.nanoTime() - beganNanos);
        answering.write(bytes, charge, after == Persistence.ENDS);
    }

    @Override
    public void fail(Throwable failure) {
        send(Failures.response(failure, requestId));
    }
}
