package dev.waybill.web.site.endpoint;

import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.stats.Counts;
import dev.waybill.web.site.Icon;

/// The health of an endpoint: a label, and the rule that leads to it.
public enum Health {
    HEALTHY(
            Icon.CHECK,
            "Healthy",
            "tone-delivered",
            "within 24 h at most one attempt in twenty failed, and at most one delivery in a"
                    + " hundred."),
    DEGRADED(
            Icon.WARNING,
            "Degraded",
            "tone-retrying",
            "within 24 h more than one attempt in twenty failed, or more than one delivery in a"
                    + " hundred."),
    FAILING(Icon.CROSS, "Failing", "tone-failed", "its last delivery failed."),
    QUIET(Icon.CLOCK, "Quiet", "tone-cancelled", "nothing was sent within 24 h."),
    PAUSED(Icon.BARS, "Paused", "tone-paused", "deliveries wait until it is resumed."),
    DISABLED(Icon.SLASH, "Disabled", "tone-disabled", "nothing is sent until it is enabled.");

    /// One attempt in twenty: below that, retries hide the failures.
    private static final int FAILED_PARTS = 20;

    /// One delivery in a hundred: a single failure may be the fault of its event.
    private static final int DEAD_PARTS = 100;

    private final Icon icon;
    private final String word;
    private final String tone;
    private final String rule;

    Health(Icon icon, String word, String tone, String rule) {
        this.icon = icon;
        this.word = word;
        this.tone = tone;
        this.rule = rule;
    }

    /// Failing: its last delivery failed for good. Degraded: within a day more than one attempt in
    /// twenty failed, or one delivery in a hundred for good. Quiet: there was neither.
    ///
    /// @param failures deliveries in a row that failed for good
    public static Health of(EndpointState state, Counts day, int failures) {
        return switch (state) {
            case PAUSED -> PAUSED;
            case DISABLED -> DISABLED;
            case ACTIVE -> failures > 0 ? FAILING : ofActive(day);
        };
    }

    private static Health ofActive(Counts day) {
        long attempts = day.succeededAttempts() + day.failedAttempts();
        long ended = day.delivered() + day.dead();
        if (attempts + ended == 0) {
            return QUIET;
        }
        boolean degraded =
                day.failedAttempts() * FAILED_PARTS > attempts || day.dead() * DEAD_PARTS > ended;
        return degraded ? DEGRADED : HEALTHY;
    }

    /// Whether a user or a rule has stopped it.
    public boolean isStopped() {
        return this == PAUSED || this == DISABLED;
    }

    public Icon icon() {
        return icon;
    }

    public String code() {
        return word;
    }

    public String tone() {
        return tone;
    }

    /// The reason for the label.
    public String rule() {
        return rule;
    }
}
