package dev.waybill.domain.alert;

import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.Standing;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The rule `endpoint.disabled`: Waybill took an endpoint out of service. Such an endpoint may have
/// been abandoned, so its alert does not wait until somebody enables it.
public final class Disabled {

    /// The alert ends after this time, even if nobody has looked at it.
    public static final Duration SHOWN_MAX = Duration.ofDays(3);

    private Disabled() {}

    /// Whether an automatic change is still in force: if a user has changed the endpoint since, its
    /// state is no longer Waybill's doing.
    ///
    /// @param standing of the endpoint now
    public static boolean isInForce(Standing standing, Instant changedAt) {
        return standing.state() != EndpointState.ACTIVE && standing.since().equals(changedAt);
    }

    /// Whether an alert about a change that is in force has been shown for long enough.
    ///
    /// @param acknowledgedAt null if nobody has acknowledged it
    public static boolean wasShown(
            @Nullable Instant acknowledgedAt, Instant changedAt, Instant now) {
        return acknowledgedAt != null || !now.isBefore(changedAt.plus(SHOWN_MAX));
    }
}
