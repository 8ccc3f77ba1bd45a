package dev.waybill.web.http;

import dev.waybill.infra.log.LogScope;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request's answer, on its way back to the connection it came from.
final class Exchange implements Reply {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Answering answering;
    private final HttpServer server;
    private final String requestId;
    private final Incoming.Framing framing;
    private final Charge charge;
    private final RequestMetrics.OfRoute metrics;
    private final long beganNanos;
    private final AtomicBoolean answered = new AtomicBoolean();

    /// For one request.
    ///
    /// @param charge the memory of the request, then of its answer
    private Exchange(
            Answering answering,
            HttpServer server,
            String requestId,
            Incoming.Framing framing,
            Charge charge,
            RequestMetrics.OfRoute metrics,
            long beganNanos) {
        this.answering = answering;
        this.server = server;
        this.requestId = requestId;
        this.framing = framing;
        this.charge = charge;
        this.metrics = metrics;
        this.beganNanos = beganNanos;
    }

    static Exchange of(Incoming request, Answering answering, HttpServer server) {
        return new Exchange(
                answering,
                server,
                request.id(),
                request.framing(),
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
                Incoming.Framing.LAST,
                charge,
                server.requests().none(),
                System.nanoTime());
    }

    @Override
    public void send(Response response) {
        var after = server.stopping() ? Persistence.ENDS : framing.persistence();
        // First, because it may refuse the response: then there is another one to send.
        var bytes = ResponseBytes.of(response, requestId, server.date(), after, framing.withBody());
        if (!answered.compareAndSet(false, true)) {
            LOG.atError()
                    .addKeyValue(LogScope.REQUEST_ID, requestId)
                    .log("a request was answered twice");
            return;
        }
        long tookNanos = System.nanoTime() - beganNanos;
        metrics.answered(response.status(), tookNanos);
        if (LOG.isDebugEnabled()) {
            LOG.atDebug()
                    .addKeyValue(LogScope.REQUEST_ID, requestId)
                    .log(
                            "answered, route={} status={} ms={}",
                            metrics.route(),
                            response.status(),
                            tookNanos / 1_000_000);
        }
        answering.write(bytes, charge, after == Persistence.ENDS);
    }

    @Override
    public void fail(Throwable failure) {
        send(Failures.response(failure, requestId));
    }
}
