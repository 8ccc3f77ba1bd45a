package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Fault;
import org.jspecify.annotations.Nullable;

/// The result of one attempt in short.
///
/// @param status null without a response
/// @param fault the reason for no response; null with a response
public record AttemptCode(int attempt, @Nullable Integer status, @Nullable Fault fault) {

    public boolean isSuccess() {
        return status != null && status >= 200 && status < 300;
    }

    /// The fault as a sentence; null with a response.
    public @Nullable String error() {
        return fault == null ? null : FaultText.of(fault);
    }

    /// The status, or a sign for no response.
    public String text() {
        return status == null ? "err" : status.toString();
    }
}
