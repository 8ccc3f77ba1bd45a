package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Fault;
import org.jspecify.annotations.Nullable;

/// The result of one attempt in short.
///
/// @param status null if no response came
/// @param fault why none came; null if one did
public record AttemptCode(int attempt, @Nullable Integer status, @Nullable Fault fault) {

    public boolean isSuccess() {
        return status != null && status >= 200 && status < 300;
    }

    /// The fault as a sentence; null if a response came.
    public @Nullable String error() {
        return fault == null ? null : FaultText.of(fault);
    }

    /// The status, or a sign that there was none.
    public String text() {
        return status == null ? "err" : status.toString();
    }
}
