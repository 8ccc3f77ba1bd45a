package dev.waybill.engine.trace;

import dev.waybill.domain.trace.TraceContext;
import dev.waybill.infra.trace.OpenSpan;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// See [Traces#OFF].
final class TracesOff implements Traces {

    @Override
    public @Nullable Trace publish(@Nullable String header) {
        return header == null
                ? null
                : TraceContext.parse(header)
                        .map(context -> new Trace(context.format(), null))
                        .orElse(null);
    }

    @Override
    public @Nullable Trace attempt(@Nullable String kept, UUID deliveryId, Instant at) {
        return null;
    }

    @Override
    public OpenSpan settle(OpenSpan attempt, Instant at) {
        throw new IllegalStateException("no span is open while tracing is off");
    }
}
