package dev.waybill.web.http;

import dev.waybill.infra.log.LogScope;
import dev.waybill.web.http.Gate.Decision;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/// A request while it arrives: first its head, which decides about it, then its body. The body of a
/// refused request is dropped as it arrives, so that the connection can be used again. Confined to
/// the connection's event loop.
final class Incoming {

    private final Framing framing;
    private final String id;
    private final Decision decision;
    private final Charge charge;
    private final BodySink sink;
    private final BodyReader body;
    private final long beganNanos = System.nanoTime();
    private final LeastRate rate =
            new LeastRate(Limits.BODY_PATIENCE, Limits.BYTES_PER_SECOND_MIN, beganNanos);

    /// Facts of the head that the answer depends on. The head itself is not kept: it would be
    /// memory of a refused request that nobody counts.
    ///
    /// @param withBody false for the answer to a HEAD
    record Framing(Persistence persistence, boolean withBody) {

        /// For a request that cannot be followed by another.
        static final Framing LAST = new Framing(Persistence.ENDS, true);

        private static Framing of(RequestHead head) {
            return new Framing(head.persistence(), !head.method().equals("HEAD"));
        }
    }

    private Incoming(
            Framing framing,
            String id,
            Decision decision,
            Charge charge,
            BodySink sink,
            BodyReader body) {
        this.framing = framing;
        this.id = id;
        this.decision = decision;
        this.charge = charge;
        this.sink = sink;
        this.body = body;
    }

    /// The memory for requests of one connection.
    interface Memory {

        /// A charge that holds nothing yet.
        Charge charge(Trust trust);

        /// Takes more memory, if necessary from requests that make no progress.
        boolean take(Charge charge, long bytes);
    }

    /// Begins with the head.
    ///
    /// @throws BadRequest if the body is too large, or there is no memory for the request
    static Incoming begin(RequestHead head, ReceivedRequest.Sender sender, Gate gate, Memory memory)
            throws BadRequest {
        var decision = gate.decide(new ReceivedRequest(head, sender));
        return switch (decision) {
            case Decision.Accept accept -> accepted(head, sender.id(), accept, memory);
            case Decision.Refuse refuse -> refused(head, sender.id(), refuse, memory);
        };
    }

    private static Incoming accepted(
            RequestHead head, String id, Decision.Accept accept, Memory memory) throws BadRequest {
        var charge = memory.charge(accept.trust());
        var sink = new GrowingBytes(bytes -> memory.take(charge, bytes));
        int bytesMax = accept.bodyBytesMax();
        var body = BodyReader.of(head, bytesMax, sink, BadRequest.tooLarge(bytesMax));
        if (!memory.take(charge, head.length())) {
            throw BadRequest.outOfMemory();
        }
        return new Incoming(Framing.of(head), id, accept, charge, sink, body);
    }

    private static Incoming refused(
            RequestHead head, String id, Decision.Refuse refuse, Memory memory) throws BadRequest {
        var ends = BadRequest.of(refuse.problem());
        var sink = new DroppedBytes();
        var body = BodyReader.of(head, Limits.DROPPED_BYTES_MAX, sink, ends);
        if (head.expectsContinue() && !body.complete()) {
            // The client waits for this answer before it sends the body.
            throw ends;
        }
        var charge = memory.charge(Trust.ANONYMOUS);
        return new Incoming(Framing.of(head), id, refuse, charge, sink, body);
    }

    Framing framing() {
        return framing;
    }

    String id() {
        return id;
    }

    Charge charge() {
        return charge;
    }

    RequestMetrics.OfRoute metrics() {
        return decision.metrics();
    }

    /// When its head had arrived.
    long beganNanos() {
        return beganNanos;
    }

    /// Takes the bytes that belong to the request; returns the position after them.
    int take(byte[] bytes, int from, int to) throws BadRequest {
        int end = body.take(bytes, from, to);
        if (!body.complete()) {
            rate.moved(end - from, System.nanoTime());
        }
        return end;
    }

    boolean complete() {
        return body.complete();
    }

    /// The number of bytes to read at once.
    int wanted() {
        return body.missing();
    }

    boolean isTooSlow(long nowNanos) {
        return rate.isMissed(nowNanos);
    }

    /// Whether it holds memory and makes no progress.
    boolean isStalled(long nowNanos) {
        return rate.isStalled(stalledAfter(charge.trust()), nowNanos);
    }

    static Duration stalledAfter(Trust trust) {
        return switch (trust) {
            case ANONYMOUS -> Limits.STALLED_ANONYMOUS;
            case IDENTIFIED -> Limits.STALLED_IDENTIFIED;
        };
    }

    /// Passes the complete request to its handler.
    void handle(Reply reply) {
        switch (decision) {
            case Decision.Refuse refuse -> reply.fail(refuse.problem());
            case Decision.Accept accept -> {
                accept.request().arrived(sink.bytes(), charge);
                handle(accept, reply);
            }
        }
    }

    private static void handle(Decision.Accept accept, Reply reply) {
        var request = accept.request();
        // Only the id: the scope outlives the body.
        var id = request.id();
        Supplier<Map<String, String>> ids = () -> Map.of(LogScope.REQUEST_ID, id);
        try {
            switch (accept.handler()) {
                case Route.Handler.Prompt prompt ->
                        LogScope.run(ids, () -> prompt.handle(request, reply));
                case Route.Handler.Waiting waiting ->
                        Thread.ofVirtual()
                                .name("request")
                                .start(() ->
                                        LogScope.run(ids, () -> handle(waiting, request, reply)));
            }
        } catch (RuntimeException | Error e) {
            reply.fail(e);
        }
    }

    private static void handle(Route.Handler.Waiting handler, Request request, Reply reply) {
        try {
            reply.send(handler.handle(request));
        } catch (Exception | Error e) {
            reply.fail(e);
        }
    }
}
