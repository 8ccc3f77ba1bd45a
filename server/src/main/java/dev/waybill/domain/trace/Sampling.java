package dev.waybill.domain.trace;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which traces are recorded, as the samplers of OpenTelemetry decide it.
///
/// @param byParent whether the decision of the caller applies, if there is a caller that traces
/// @param ratio the share of all other traces that is recorded
public record Sampling(boolean byParent, double ratio) {

    private static final String BY_PARENT = "parentbased_";

    public Sampling {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("ratio must be in [0, 1]: " + ratio);
        }
    }

    /// The sampler of that name; empty if there is none.
    ///
    /// @param name as in `OTEL_TRACES_SAMPLER`
    /// @param ratio for the samplers that have one
    public static Optional<Sampling> named(String name, double ratio) {
        boolean byParent = name.startsWith(BY_PARENT);
        var root = byParent ? name.substring(BY_PARENT.length()) : name;
        var share = Map.of("always_on", 1.0, "always_off", 0.0, "traceidratio", ratio).get(root);
        return Optional.ofNullable(share).map(found -> new Sampling(byParent, found));
    }

    /// Whether a trace is recorded.
    ///
    /// @param parent the position at which it is continued; null if it begins here
    /// @param low the lower half of its id, from which every process draws the same decision
    public boolean samples(@Nullable TraceContext parent, long low) {
        if (byParent && parent != null) {
            return parent.isSampled();
        }
        return ratio >= 1 || (ratio > 0 && Math.abs(low) < (long) (ratio * Long.MAX_VALUE));
    }

    /// Whether nothing is ever recorded.
    public boolean isOff() {
        return !byParent && ratio == 0;
    }
}
