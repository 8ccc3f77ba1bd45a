package dev.waybill.feature.replays;

import dev.waybill.feature.replays.Draft.Speed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The requested pace of a replay: evenly over a time, at a rate, or by default.
public record PaceChoice(@Nullable Double spreadSeconds, @Nullable Double ratePerSecond) {

    public static final PaceChoice DEFAULT = new PaceChoice(null, null);

    public static PaceChoice perSecond(@Nullable Double rate) {
        return new PaceChoice(null, rate);
    }

    boolean isDefault() {
        return spreadSeconds == null && ratePerSecond == null;
    }

    Speed speed() {
        if (ratePerSecond != null) {
            return new Speed.PerSecond(ratePerSecond);
        }
        return spreadSeconds == null
                ? new Speed.Default()
                : new Speed.Spread(Duration.ofMillis((long) (spreadSeconds * 1000)));
    }
}
