package dev.waybill.engine.settle;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.NextStep.Finish;
import dev.waybill.domain.delivery.NextStep.HandBack;
import dev.waybill.domain.delivery.NextStep.RetryAt;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.infra.trace.OpenSpan;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The result to be written for a claimed delivery: its next state and, if a request was sent, the
/// attempt. It does not refer to the body: thousands may wait while the database is unreachable.
///
/// @param cause why it was not attempted, if that ended it; otherwise null
public record Settlement(
        UUID deliveryId,
        UUID lease,
        DeliveryState state,
        @Nullable Reason reason,
        @Nullable Cause cause,
        @Nullable Instant nextAttemptAt,
        int attempts,
        int refusals,
        boolean closing,
        @Nullable Attempt attempt,
        @Nullable LanePlace place,
        OnExhausted onExhausted) {

    /// An HTTP attempt as it is recorded.
    ///
    /// @param fault why there is no response; null if there is one
    /// @param faultDetail the exact failure, for operators
    /// @param cause why it failed; null if it did not
    /// @param span of its recording; null if the trace of its event is not recorded
    public record Attempt(
            UUID id,
            Instant startedAt,
            int durationMs,
            @Nullable Integer status,
            @Nullable Fault fault,
            @Nullable String faultDetail,
            @Nullable Cause cause,
            byte @Nullable [] headers,
            byte @Nullable [] excerpt,
            String url,
            String signature,
            @Nullable OpenSpan span) {

        /// The same without the details of the response, except for its status.
        Attempt outline() {
            boolean known = status != null && status >= 100 && status <= 999;
            return new Attempt(
                    id,
                    startedAt,
                    Math.max(durationMs, 0),
                    known ? status : null,
                    known ? null : Fault.NOT_STORABLE,
                    null,
                    cause,
                    null,
                    null,
                    url,
                    signature,
                    span);
        }
    }

    /// After an attempt. The attempt is not recorded if nothing was sent.
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
                            null,
                            attempts,
                            refusals,
                            false,
                            attempt,
                            claim.place(),
                            OnExhausted.CONTINUE);
            case RetryAt(var at, boolean closing) ->
                    new Settlement(
                            claim.deliveryId(),
                            claim.lease(),
                            DeliveryState.PENDING,
                            null,
                            null,
                            at,
                            attempts,
                            refusals,
                            closing,
                            attempt,
                            claim.place(),
                            OnExhausted.CONTINUE);
            case HandBack(var at) -> handedBack(claim, at);
            case Bury(var reason) ->
                    new Settlement(
                            claim.deliveryId(),
                            claim.lease(),
                            reason.state(),
                            reason,
                            null,
                            null,
                            attempts,
                            refusals,
                            false,
                            attempt,
                            claim.place(),
                            OnExhausted.CONTINUE);
        };
    }

    /// Ended without a request: it expired, or its endpoint was deleted or disabled.
    public static Settlement ended(Claim claim, Reason reason) {
        return ended(
                claim.deliveryId(), claim.lease(), claim.progress(), claim.place(), reason, null);
    }

    /// Ended because its event does not exist any more: there is nothing to send.
    public static Settlement withoutEvent(
            UUID deliveryId, UUID lease, Progress progress, @Nullable LanePlace place) {
        return ended(deliveryId, lease, progress, place, Reason.PERMANENT, Cause.Kind.EVENT_GONE);
    }

    private static Settlement ended(
            UUID deliveryId,
            UUID lease,
            Progress progress,
            @Nullable LanePlace place,
            Reason reason,
            @Nullable Cause cause) {
        return new Settlement(
                deliveryId,
                lease,
                reason.state(),
                reason,
                cause,
                null,
                progress.attempts(),
                progress.refusals(),
                false,
                null,
                place,
                OnExhausted.CONTINUE);
    }

    /// Handed back to the queue unchanged, without an attempt.
    public static Settlement handedBack(
            UUID deliveryId,
            UUID lease,
            Progress progress,
            @Nullable LanePlace place,
            Instant dueAt) {
        // If it has expired meanwhile, the process that claims it next ends it.
        var expiresAt = progress.expiresAt();
        var due = expiresAt != null && expiresAt.isBefore(dueAt) ? expiresAt : dueAt;
        return new Settlement(
                deliveryId,
                lease,
                DeliveryState.PENDING,
                null,
                null,
                due,
                progress.attempts(),
                progress.refusals(),
                progress.closing(),
                null,
                place,
                OnExhausted.CONTINUE);
    }

    public static Settlement handedBack(Claim claim, Instant dueAt) {
        return handedBack(
                claim.deliveryId(), claim.lease(), claim.progress(), claim.place(), dueAt);
    }

    /// Replacements for a settlement whose content PostgreSQL refuses, each with less that could be
    /// invalid. The last one ends the delivery, because a retry would fail in the same way.
    List<Settlement> plainer() {
        int before = attempt == null ? attempts : attempts - 1;
        var outline = attempt == null ? null : attempt.outline();
        return List.of(
                with(state, reason, nextAttemptAt, attempts, refusals, outline),
                with(DeliveryState.FAILED, Reason.PERMANENT, null, attempts, refusals, outline),
                with(
                        DeliveryState.FAILED,
                        Reason.PERMANENT,
                        null,
                        before,
                        Math.min(refusals, before),
                        null));
    }

    private Settlement with(
            DeliveryState newState,
            @Nullable Reason newReason,
            @Nullable Instant dueAt,
            int attemptsMade,
            int refusalsMet,
            @Nullable Attempt record) {
        return new Settlement(
                deliveryId,
                lease,
                newState,
                newReason,
                cause,
                dueAt,
                attemptsMade,
                refusalsMet,
                closing && newState == DeliveryState.PENDING,
                record,
                place,
                onExhausted);
    }

    /// The same, at an endpoint whose lanes follow this rule after a dead letter.
    public Settlement under(OnExhausted rule) {
        return new Settlement(
                deliveryId,
                lease,
                state,
                reason,
                cause,
                nextAttemptAt,
                attempts,
                refusals,
                closing,
                attempt,
                place,
                rule);
    }

    /// The cause to be written for the delivery; null to leave it unchanged.
    @Nullable Cause causeWritten() {
        return attempt == null ? cause : attempt.cause();
    }

    /// The lane whose next delivery may be attempted after this; null if there is none.
    public @Nullable OrderedLane freedLane() {
        boolean open = state == DeliveryState.PENDING || state == DeliveryState.IN_FLIGHT;
        return place == null || open ? null : place.lane();
    }

    /// The lane that is held after this; null if none is. The lane of a replay is not held: its
    /// dead letters are shown with its progress.
    @Nullable String heldLane() {
        return place != null
                        && reason != null
                        && !place.lane().isOfReplay()
                        && onExhausted.holdsAfter(reason)
                ? place.lane().name()
                : null;
    }
}
