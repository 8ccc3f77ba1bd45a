package dev.waybill.domain;

import java.util.UUID;

/// A delivery this process may attempt, with all it takes to do so. The lease is the token that
/// settling must show.
public record Claim(
        UUID deliveryId,
        UUID endpointId,
        UUID appId,
        UUID lease,
        Envelope envelope,
        Progress progress,
        RetryPolicy policy) {

    /// What the delivery weighs in memory while it waits.
    public int bytes() {
        return envelope.body().length;
    }
}
