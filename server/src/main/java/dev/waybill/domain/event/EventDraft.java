package dev.waybill.domain.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event as a producer describes it, before the rules are checked. A field is null if the
/// producer left it out, or if its value could not be read.
///
/// @param id the producer's own
/// @param ttlSeconds within [EventRules#TTL_SECONDS], counted from the creation
public record EventDraft(
        @Nullable String type,
        byte @Nullable [] data,
        @Nullable String id,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Integer ttlSeconds,
        @Nullable String orderingKey) {

    /// The time that the producer gave the event, or that its time to live counts from; null if the
    /// producer gave neither.
    public @Nullable Instant start(Instant now) {
        return ttlSeconds != null && createdAt == null ? now : createdAt;
    }

    /// When the event expires; null if the producer gave no time.
    public @Nullable Instant expiry(Instant now) {
        var start = start(now);
        return ttlSeconds == null || start == null ? expiresAt : start.plusSeconds(ttlSeconds);
    }
}
