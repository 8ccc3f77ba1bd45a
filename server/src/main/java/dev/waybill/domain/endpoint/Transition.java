package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an action does to an endpoint's standing: the one place where its states are decided.
public sealed interface Transition {

    /// The endpoint stands otherwise from now on.
    record Changed(Standing after) implements Transition {}

    /// It is already as asked.
    record Unchanged() implements Transition {}

    /// It cannot be done from the state it is in.
    ///
    /// @param why a sentence a person can act on
    record Refused(String why) implements Transition {}

    static Transition of(Standing before, EndpointAction action, String reason, Instant now) {
        return switch (action) {
            case ENABLE ->
                    switch (before.state()) {
                        case ACTIVE -> new Unchanged();
                        case PAUSED -> new Refused("It is paused, not disabled: resume it.");
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
                                new Refused("It is disabled, so there is nothing to pause.");
                    };
            case RESUME ->
                    switch (before.state()) {
                        case ACTIVE -> new Unchanged();
                        case PAUSED -> changed(before, EndpointState.ACTIVE, null, now);
                        case DISABLED -> new Refused("It is disabled, not paused: enable it.");
                    };
        };
    }

    private static Changed changed(
            Standing before, EndpointState to, @Nullable String reason, Instant now) {
        // Whole milliseconds, as they are stored: what is added up must not drift.
        var paused = Duration.ofMillis(before.pausedTotalAt(now).toMillis());
        return new Changed(new Standing(to, reason, now, paused));
    }
}
