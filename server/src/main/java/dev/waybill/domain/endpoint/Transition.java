package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The effect of an action on the state of an endpoint. All changes of state are decided here.
public sealed interface Transition {

    /// The endpoint changes to this state.
    record Changed(Standing after) implements Transition {}

    /// The endpoint is already in the requested state.
    record Unchanged() implements Transition {}

    /// The action is not possible in the current state.
    ///
    /// @param why a message for the user
    record Refused(String why) implements Transition {}

    static Transition of(Standing before, EndpointAction action, String reason, Instant now) {
        return switch (action) {
            case ENABLE ->
                    switch (before.state()) {
                        case ACTIVE -> new Unchanged();
                        case PAUSED ->
                                new Refused("The endpoint is paused, not disabled: resume it.");
                        case DISABLED -> changed(before, EndpointState.ACTIVE, null, now);
                    };
            case DISABLE ->
                    switch (before.state()) {
                        case ACTIVE, PAUSED -> changed(before, EndpointState.DISABLED, reason, now);
                        case DISABLED -> new Unchanged();
                    };
            case PAUSE ->
                    switch (before.state()) {
                        case ACTIVE -> changed(before, EndpointState.PAUSED, reason, now);
                        case PAUSED -> new Unchanged();
                        case DISABLED ->
                                new Refused("The endpoint is disabled and cannot be paused.");
                    };
            case RESUME ->
                    switch (before.state()) {
                        case ACTIVE -> new Unchanged();
                        case PAUSED -> changed(before, EndpointState.ACTIVE, null, now);
                        case DISABLED ->
                                new Refused("The endpoint is disabled, not paused: enable it.");
                    };
        };
    }

    private static Changed changed(
            Standing before, EndpointState to, @Nullable String reason, Instant now) {
        // Whole milliseconds, as stored, so that sums do not drift.
        var paused = Duration.ofMillis(before.pausedTotalAt(now).toMillis());
        return new Changed(new Standing(to, reason, now, paused));
    }
}
