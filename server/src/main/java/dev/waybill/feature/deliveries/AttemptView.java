package dev.waybill.feature.deliveries;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One HTTP try as people see it.
public record AttemptView(
        UUID id,
        int attempt,
        Instant startedAt,
        int durationMs,
        @Nullable Integer status,
        @Nullable String error,
        byte @Nullable [] excerpt,
        String url,
        String signature) {

    public boolean succeeded() {
        return status != null && status >= 200 && status <= 299;
    }

    /// What came back; null if nothing did.
    @Nullable LastAnswer answer() {
        return status == null ? null : new LastAnswer(status, excerpt, endedAt());
    }

    public Instant endedAt() {
        return startedAt.plusMillis(durationMs);
    }
}
