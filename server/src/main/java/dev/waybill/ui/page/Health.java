package dev.waybill.ui.page;

import dev.waybill.domain.EndpointState;
import dev.waybill.stats.Counts;
import dev.waybill.ui.Icon;

/// How an endpoint does, in a word, by a rule that the page tells.
public enum Health {
    HEALTHY(Icon.CHECK, "Healthy", "tone-delivered"),
    DEGRADED(Icon.WARNING, "Degraded", "tone-retrying"),
    FAILING(Icon.CROSS, "Failing", "tone-failed"),
    QUIET(Icon.CLOCK, "Quiet", "tone-cancelled"),
    PAUSED(Icon.BARS, "Paused", "tone-paused"),
    DISABLED(Icon.SLASH, "Disabled", "tone-disabled");

    /// One attempt in twenty: retries hide fewer.
    private static final int FAILED_PARTS = 20;

    /// One delivery in a hundred: a death now and then is its event's fault as often.
    private static final int DEAD_PARTS = 100;

    private final Icon icon;
    private final String word;
    private final String tone;

    Health(Icon icon, String word, String tone) {
        this.icon = icon;
        this.word = word;
        this.tone = tone;
    }

    /// Failing: its last delivery died. Degraded: within a day more than one attempt in twenty
    /// failed, or one delivery in a hundred died. Quiet: there was neither.
    ///
    /// @param failures deliveries in a row that died
    static Health of(EndpointState state, Counts day, int failures) {
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

    public Icon icon() {
        return icon;
    }

    public String word() {
        return word;
    }

    public String tone() {
        return tone;
    }
}
