package dev.waybill.settle;

import dev.waybill.domain.Claim;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.NextStep;
import dev.waybill.domain.NextStep.Bury;
import dev.waybill.domain.NextStep.Finish;
import dev.waybill.domain.NextStep.RetryAt;
import dev.waybill.domain.Outcome;
import dev.waybill.domain.Progress;
import dev.waybill.domain.Reason;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What is to be written about a claimed delivery: its next state and, if a request was made, the
/// attempt. It keeps no hold on the body: thousands may wait while the database is away.
public record Settlement(
        UUID deliveryId,
        UUID lease,
        DeliveryState state,
        @Nullable Reason reason,
        @Nullable Instant nextAttemptAt,
        int attempts,
        int refusals,
        boolean closing,
        @Nullable Attempt attempt) {

    /// One HTTP try as it is recorded.
    public record Attempt(
            UUID id,
            Instant startedAt,
            int durationMs,
            @Nullable Integer status,
            @Nullable String error,
            byte @Nullable [] excerpt,
            String url,
            String signature) {}

    /// After an attempt.
    public static Settlement after(Claim claim, NextStep step, Outcome outcome, Attempt attempt) {
        var progress = claim.progress();
        int attempts = progress.attempts() + 1;
        int refusals = progress.refusals() + (NextStep.isLimited(outcome) ? 1 : 0);
        return switch (step) {
            case Finish _ ->
                    new Settlement(
                            claim.deliveryId(),
                            claim.lease(),
                            DeliveryState.DELIVERED,
                            null,
                            null,
                            attempts,
                            refusals,
                            false,
                            attempt);
            case RetryAt(var at, boolean closing) ->
                    new Settlement(
                            claim.deliveryId(),
                            claim.lease(),
                            DeliveryState.PENDING,
                            null,
                            at,
                            attempts,
                            refusals,
                            closing,
                            attempt);
            case Bury(var reason) ->
                    new Settlement(
                            claim.deliveryId(),
                            claim.lease(),
                            reason.state(),
                            reason,
                            null,
                            attempts,
                            refusals,
                            false,
                            attempt);
        };
    }

    /// Ended without a request: it went stale, or its endpoint is no more.
    public static Settlement ended(Claim claim, Reason reason) {
        var progress = claim.progress();
        return new Settlement(
                claim.deliveryId(),
                claim.lease(),
                reason.state(),
                reason,
                null,
                progress.attempts(),
                progress.refusals(),
                false,
                null);
    }

    /// Back to the queue as it was: nothing of an attempt is recorded.
    public static Settlement handedBack(
            UUID deliveryId, UUID lease, Progress progress, Instant dueAt) {
        // What has gone stale meanwhile is still for the one who claims it next to find out.
        var expiresAt = progress.expiresAt();
        var due = expiresAt != null && expiresAt.isBefore(dueAt) ? expiresAt : dueAt;
        return new Settlement(
                deliveryId,
                lease,
                DeliveryState.PENDING,
                null,
                due,
                progress.attempts(),
                progress.refusals(),
                progress.closing(),
                null);
    }

    public static Settlement handedBack(Claim claim, Instant dueAt) {
        return handedBack(claim.deliveryId(), claim.lease(), claim.progress(), dueAt);
    }

    /// The same without the attempt, due at another time: for a settlement that cannot be stored.
    Settlement withoutAttempt(Instant dueAt) {
        int before = attempt == null ? attempts : attempts - 1;
        return new Settlement(
                deliveryId,
                lease,
                DeliveryState.PENDING,
                null,
                dueAt,
                before,
                Math.min(refusals, before),
                closing,
                null);
    }
}
