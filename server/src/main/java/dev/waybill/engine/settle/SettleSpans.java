package dev.waybill.engine.settle;

import dev.waybill.infra.trace.SpanAttribute;
import java.time.InstantSource;
import java.util.List;

/// The spans of results, from the end of an attempt until its result is committed.
final class SettleSpans {

    private SettleSpans() {}

    /// To be called after the commit.
    static void end(List<Settlement> written, InstantSource clock) {
        for (var settlement : written) {
            var attempt = settlement.attempt();
            if (attempt == null || attempt.span() == null) {
                continue;
            }
            var span =
                    attempt.span()
                            .set(SpanAttribute.DELIVERY_STATE, settlement.state().code())
                            .set(SpanAttribute.BATCH_RESULTS, written.size());
            if (settlement.reason() != null) {
                span.set(SpanAttribute.DELIVERY_REASON, settlement.reason().code());
            }
            span.end(clock.instant());
        }
    }
}
