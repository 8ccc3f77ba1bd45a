package dev.waybill.engine.trace;

import dev.waybill.domain.trace.Sampling;
import dev.waybill.domain.trace.TraceContext;
import dev.waybill.infra.trace.OpenSpan;
import dev.waybill.infra.trace.OpenSpan.Kind;
import dev.waybill.infra.trace.OpenSpan.Position;
import dev.waybill.infra.trace.SpanSink;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Tracing is on. The decision for a trace is made once, when its event is published, and is kept
/// with the event: attempts follow it, however late and in whichever process they are made.
public final class RecordedTraces implements Traces {

    private static final String PUBLISH = "publish";
    private static final String ATTEMPT = "attempt";
    private static final String SETTLE = "settle";

    private final Sampling sampling;
    private final SpanSink sink;
    private final InstantSource clock;
    private final LongSupplier random;

    /// Records traces.
    ///
    /// @param random gives the bits of ids, to any number of threads
    public RecordedTraces(
            Sampling sampling, SpanSink sink, InstantSource clock, LongSupplier random) {
        this.sampling = sampling;
        this.sink = sink;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public @Nullable Trace publish(@Nullable String header) {
        var parent = header == null ? null : TraceContext.parse(header).orElse(null);
        if (parent == null) {
            return begin(PUBLISH, Kind.SERVER, random.getAsLong(), random.getAsLong(), null);
        }
        return sampling.samples(parent, parent.low())
                ? continued(PUBLISH, Kind.SERVER, parent, clock.instant())
                : new Trace(parent.unsampled().format(), null);
    }

    @Override
    public @Nullable Trace attempt(@Nullable String kept, UUID deliveryId, Instant at) {
        // First of all, before anything is parsed: most events are not recorded.
        if (kept != null && (!TraceContext.isSampled(kept) || sampling.isOff())) {
            return null;
        }
        var parent = kept == null ? null : TraceContext.parse(kept).orElse(null);
        if (parent == null) {
            // Published by Waybill itself, or while tracing was off. The attempts of a delivery get
            // the same trace in every process.
            long high = scrambled(deliveryId.getMostSignificantBits());
            long low = scrambled(deliveryId.getLeastSignificantBits());
            return begin(ATTEMPT, Kind.CLIENT, high, low, at);
        }
        var trace = continued(ATTEMPT, Kind.CLIENT, parent, at);
        if (trace.span() != null) {
            trace.span().linked();
        }
        return trace;
    }

    @Override
    public OpenSpan settle(OpenSpan attempt, Instant at) {
        return attempt.child(SETTLE, HexFormat.of().toHexDigits(random.getAsLong()), at);
    }

    /// A trace that begins here.
    ///
    /// @param at null for now, which is asked only if the trace is recorded
    private Trace begin(String name, Kind kind, long high, long low, @Nullable Instant at) {
        long span = random.getAsLong();
        if (!sampling.samples(null, low)) {
            return new Trace(TraceContext.format(high, low, span, false), null);
        }
        var context = TraceContext.sampled(high, low, span);
        return open(name, kind, context, null, at == null ? clock.instant() : at);
    }

    private Trace continued(String name, Kind kind, TraceContext parent, Instant at) {
        return open(name, kind, parent.child(random.getAsLong()), parent.spanId(), at);
    }

    private Trace open(
            String name, Kind kind, TraceContext context, @Nullable String parentId, Instant at) {
        var position = new Position(context.traceId(), context.spanId(), parentId);
        return new Trace(context.format(), new OpenSpan(sink, kind, name, position, at));
    }

    /// Ids of deliveries begin with the time, but samplers expect random bits (the last step of
    /// SplitMix64).
    private static long scrambled(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
