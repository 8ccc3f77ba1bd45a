package dev.waybill.feature.deliveries;

import org.jspecify.annotations.Nullable;

/// What one attempt came to, in short.
///
/// @param status null if no answer came
public record AttemptCode(int attempt, @Nullable Integer status, @Nullable String error) {

    public boolean isSuccess() {
        return status != null && status >= 200 && status < 300;
    }

    /// The status, or a sign that there was none.
    public String text() {
        return status == null ? "err" : status.toString();
    }
}
