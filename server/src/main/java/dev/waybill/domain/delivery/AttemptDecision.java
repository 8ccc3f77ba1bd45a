package dev.waybill.domain.delivery;

import java.time.Instant;

/// Whether a claimed delivery is attempted. [NextStep] decides what follows an attempt.
public sealed interface AttemptDecision {

    /// Make an attempt.
    record Send() implements AttemptDecision {}

    /// Return the delivery to the queue as it was, for another process or a later time.
    record HandBack() implements AttemptDecision {}

    /// End the delivery without an attempt.
    record End(Reason reason) implements AttemptDecision {}

    /// The state of the delivery's endpoint, as far as this process knows it.
    enum Destination {
        ACTIVE,
        PAUSED,
        DISABLED,
        DELETED,

        /// This process could not read the current state, or does not understand it: it may have
        /// been written by a newer version.
        UNKNOWN
    }

    /// Decides before an attempt.
    ///
    /// @param leaseCovers whether the lease lasts for the longest attempt
    static AttemptDecision before(
            Destination destination, Progress progress, boolean leaseCovers, Instant now) {
        if (!leaseCovers) {
            return new HandBack();
        }
        return switch (destination) {
            case UNKNOWN -> new HandBack();
            case DELETED -> new End(Reason.ENDPOINT_DELETED);
            case DISABLED -> new End(Reason.ENDPOINT_DISABLED);
            // The retry clock stops while the endpoint is paused, the expiry does not.
            case PAUSED -> progress.expiredAt(now) ? new End(Reason.TTL) : new HandBack();
            case ACTIVE -> toActive(progress, now);
        };
    }

    private static AttemptDecision toActive(Progress progress, Instant now) {
        if (progress.expiredAt(now)) {
            return new End(Reason.TTL);
        }
        return now.isBefore(progress.giveUpAt()) ? new Send() : new End(Reason.DEADLINE);
    }
}
