package dev.waybill.web.http;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request's answer, on its way back to the connection it came from.
final class Exchange implements Reply {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Answering answering;
    private final HttpServer server;
    private final String requestId;
    private final Persistence persistence;
    private final boolean withBody;
    private final Charge charge;
    private final AtomicBoolean answered = new AtomicBoolean();

    /// For one request.
    ///
    /// @param withBody false for the answer to a HEAD
    /// @param charge the memory of the request, then of its answer
    private Exchange(
            Answering answering,
            HttpServer server,
            String requestId,
            Persistence persistence,
            boolean withBody,
            Charge charge) {
        this.answering = answering;
        this.server = server;
        this.requestId = requestId;
        this.persistence = persistence;
        this.withBody = withBody;
        this.charge = charge;
    }

    static Exchange of(Incoming request, Answering answering, HttpServer server) {
        return new Exchange(
                answering,
                server,
                request.id(),
                request.framing().persistence(),
                request.framing().withBody(),
                request.charge());
    }

    /// For a request that cannot be followed by another.
    static Exchange last(Charge charge, Answering answering, HttpServer server) {
        return new Exchange(
                answering, server, server.nextRequestId(), Persistence.ENDS, true, charge);
    }

    @Override
    public void send(Response response) {
        var after = server.stopping() ? Persistence.ENDS : persistence;
        // First, because it may refuse the response: then there is another one to send.
        var bytes = ResponseBytes.of(response, requestId, server.date(), after, withBody);
        if (!answered.compareAndSet(false, true)) {
            LOG.error("a request was answered twice, request={}", requestId);
            return;
        }
        answering.write(bytes, charge, after == Persistence.ENDS);
    }

    @Override
    public void fail(Throwable failure) {
        send(Failures.response(failure, requestId));
    }
}
