package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Fault;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One attempt as the API and the pages show it.
///
/// @param status null without a response
/// @param fault the reason for no response; null with a response
/// @param faultDetail the exact failure, for operators
public record AttemptView(
        UUID id,
        int attempt,
        Instant startedAt,
        int durationMs,
        @Nullable Integer status,
        @Nullable Fault fault,
        @Nullable String faultDetail,
        byte @Nullable [] excerpt,
        String url,
        String signature) {

    public boolean succeeded() {
        return status != null && status >= 200 && status <= 299;
    }

    /// The fault as a sentence; null with a response.
    public @Nullable String error() {
        return fault == null ? null : FaultText.of(fault);
    }

    /// The same with its detail.
    public @Nullable String errorWithDetail() {
        return fault == null ? null : FaultText.of(fault, faultDetail);
    }

    /// The response; null if there was none.
    @Nullable LastAnswer answer() {
        return status == null ? null : new LastAnswer(status, excerpt, endedAt());
    }

    public Instant endedAt() {
        return startedAt.plusMillis(durationMs);
    }
}
