package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.PolicySpec.Spread;
import dev.waybill.domain.retry.Schedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads a retry policy strictly: unknown fields are refused by name, with their place.
public final class PolicyReader {

    private static final List<String> FIELDS =
            List.of(
                    "name",
                    "kind",
                    "offsets_seconds",
                    "waits_seconds",
                    "base_seconds",
                    "factor",
                    "cap_seconds",
                    "max_attempts",
                    "jitter",
                    "jitter_ratio",
                    "window_seconds");

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    /// More than anybody waits for, and still a readable list.
    static final int ATTEMPTS_MAX = 100;

    /// Events are kept for 30 days; there is nothing to retry after that.
    private static final Duration WINDOW_MAX = Duration.ofDays(30);

    private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(WINDOW_MAX.toSeconds());

    private static final BigDecimal MILLISECOND = new BigDecimal("0.001");

    private static final int FACTOR_MAX = 100;
    private static final double FACTOR_DEFAULT = 2;
    private static final Duration CAP_DEFAULT = Duration.ofHours(1);
    private static final double PROPORTIONAL_DEFAULT = 0.4;

    /// The longest duration of an attempt. A policy without a window leaves this much time for
    /// each, so that a policy with short delays ends by its number of attempts and not by time.
    private static final Duration ROOM_FOR_AN_ATTEMPT = Duration.ofSeconds(30);

    private final ObjectNode json;

    public PolicyReader(ObjectNode json) {
        this.json = json;
    }

    public PolicySpec read() {
        for (var name : json.propertyNames()) {
            if (!FIELDS.contains(name)) {
                throw InvalidField.unknown(
                        pointer(name),
                        "There is no field "
                                + name
                                + " in a retry policy; there are "
                                + String.join(", ", FIELDS)
                                + ".");
            }
        }
        var name = name();
        var schedule = schedule();
        int attemptsMax = attemptsMax(schedule);
        var spread = spread();
        double ratio = ratio(spread);
        var window =
                seconds("window_seconds")
                        .orElseGet(() -> windowOf(schedule, attemptsMax, spread, ratio));
        return new PolicySpec(name, schedule, attemptsMax, spread, ratio, window);
    }

    private @Nullable String name() {
        var name = text("name").orElse(null);
        if (name != null && (!NAME.matcher(name).matches() || name.startsWith(PolicyJson.INLINE))) {
            throw invalid(
                    "name",
                    "name must be 1 to 64 lower-case letters, digits, hyphens or underscores, begin"
                            + " with a letter or digit, and not with "
                            + PolicyJson.INLINE
                            + ".");
        }
        return name;
    }

    private Schedule schedule() {
        var kind = text("kind").orElse("");
        if (kind.equals("list")) {
            refuse("list", "base_seconds", "factor", "cap_seconds");
            return list();
        }
        if (kind.equals("exponential")) {
            refuse("exponential", "offsets_seconds", "waits_seconds");
            return exponential();
        }
        throw invalid("kind", "kind must be list or exponential.");
    }

    private void refuse(String kind, String... others) {
        for (var other : others) {
            if (has(other)) {
                throw invalid(other, other + " does not go with kind " + kind + ".");
            }
        }
    }

    private Schedule list() {
        if (has("offsets_seconds") == has("waits_seconds")) {
            throw invalid(
                    has("waits_seconds") ? "waits_seconds" : "offsets_seconds",
                    "Give offsets_seconds (since the first attempt) or waits_seconds (between"
                            + " attempts), one of them.");
        }
        if (has("waits_seconds")) {
            return new Schedule.Waits(durations("waits_seconds"));
        }
        var offsets = durations("offsets_seconds");
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i).compareTo(offsets.get(i - 1)) <= 0) {
                throw InvalidField.at(
                        "/offsets_seconds/" + i,
                        "Each offset must be greater than the one before.");
            }
        }
        return new Schedule.Offsets(offsets);
    }

    private List<Duration> durations(String name) {
        var node = json.get(name);
        if (!node.isArray() || node.size() >= ATTEMPTS_MAX) {
            throw invalid(
                    name, name + " must be a list of at most " + (ATTEMPTS_MAX - 1) + " numbers.");
        }
        var durations = new ArrayList<Duration>();
        for (int i = 0; i < node.size(); i++) {
            var item = node.get(i);
            // A list may begin with the first attempt, at offset zero, which is not a retry.
            boolean isFirstAttempt =
                    i == 0
                            && name.equals("offsets_seconds")
                            && item.isNumber()
                            && item.decimalValue().signum() == 0;
            if (!isFirstAttempt) {
                durations.add(seconds(item, "/" + name + "/" + i, "A number in " + name));
            }
        }
        return durations;
    }

    private Schedule exponential() {
        var base =
                seconds("base_seconds")
                        .orElseThrow(() ->
                                invalid(
                                        "base_seconds",
                                        "base_seconds is required: the first wait."));
        double factor = decimal("factor", 1, FACTOR_MAX).orElse(FACTOR_DEFAULT);
        var cap = seconds("cap_seconds").orElse(longer(base, CAP_DEFAULT));
        if (cap.compareTo(base) < 0) {
            throw invalid("cap_seconds", "cap_seconds must not be less than base_seconds.");
        }
        return new Schedule.Exponential(base, factor, cap);
    }

    private int attemptsMax(Schedule schedule) {
        return switch (schedule) {
            case Schedule.Offsets(var offsets) -> attemptsMax(offsets.size());
            case Schedule.Waits(var waits) -> attemptsMax(waits.size());
            case Schedule.Exponential _ ->
                    attempts(ATTEMPTS_MAX)
                            .orElseThrow(() ->
                                    invalid(
                                            "max_attempts",
                                            "max_attempts is required with kind exponential."));
        };
    }

    private int attemptsMax(int retries) {
        int all = retries + 1;
        int given = attempts(ATTEMPTS_MAX).orElse(all);
        if (given > all) {
            throw invalid(
                    "max_attempts",
                    "max_attempts must be at most "
                            + all
                            + ": the first attempt and one for each number in the list.");
        }
        return given;
    }

    private Optional<Integer> attempts(int max) {
        var node = json.get("max_attempts");
        if (!has("max_attempts")) {
            return Optional.empty();
        }
        if (!node.isIntegralNumber()
                || !node.canConvertToInt()
                || node.intValue() < 1
                || node.intValue() > max) {
            throw invalid(
                    "max_attempts", "max_attempts must be a whole number from 1 to " + max + ".");
        }
        return Optional.of(node.intValue());
    }

    private Spread spread() {
        return text("jitter")
                .map(word ->
                        Spread.of(word)
                                .orElseThrow(() ->
                                        invalid(
                                                "jitter",
                                                "jitter must be none, proportional, additive or"
                                                        + " full.")))
                .orElse(Spread.NONE);
    }

    private double ratio(Spread spread) {
        var given = decimal("jitter_ratio", 0, 1);
        return switch (spread) {
            case PROPORTIONAL -> given.orElse(PROPORTIONAL_DEFAULT);
            case ADDITIVE -> given.orElse(1.0);
            case NONE -> onlyThis(given, 0, "none");
            case FULL -> onlyThis(given, 1, "full");
        };
    }

    private static double onlyThis(Optional<Double> given, double value, String word) {
        if (given.isPresent() && given.get() != value) {
            throw invalid(
                    "jitter_ratio",
                    "jitter_ratio goes with jitter proportional or additive, not with "
                            + word
                            + ".");
        }
        return value;
    }

    private static Duration windowOf(
            Schedule schedule, int attemptsMax, Spread spread, double ratio) {
        var longest = schedule.longest(attemptsMax, PolicySpec.jitter(schedule, spread, ratio));
        var roomy = longest.plus(ROOM_FOR_AN_ATTEMPT.multipliedBy(attemptsMax));
        return roomy.compareTo(WINDOW_MAX) < 0 ? roomy : WINDOW_MAX;
    }

    private boolean has(String name) {
        return json.has(name) && !json.get(name).isNull();
    }

    private Optional<String> text(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        if (!json.get(name).isString()) {
            throw invalid(name, name + " must be a string.");
        }
        return Optional.of(json.get(name).stringValue());
    }

    private Optional<Double> decimal(String name, int min, int max) {
        if (!has(name)) {
            return Optional.empty();
        }
        var node = json.get(name);
        if (!node.isNumber() || !(node.doubleValue() >= min && node.doubleValue() <= max)) {
            throw invalid(name, name + " must be a number from " + min + " to " + max + ".");
        }
        return Optional.of(node.doubleValue());
    }

    private Optional<Duration> seconds(String name) {
        return has(name)
                ? Optional.of(seconds(json.get(name), pointer(name), name))
                : Optional.empty();
    }

    private static Duration seconds(JsonNode node, String pointer, String what) {
        // Check the length first: a number with a million digits is not parsed.
        if (node.isNumber() && node.asString().length() <= 20) {
            var value = node.decimalValue();
            if (value.compareTo(MILLISECOND) >= 0
                    && value.compareTo(SECONDS_MAX) <= 0
                    && value.stripTrailingZeros().scale() <= 3) {
                return Duration.ofMillis(value.movePointRight(3).longValueExact());
            }
        }
        throw InvalidField.at(
                pointer,
                what + " must be seconds from 0.001 to " + SECONDS_MAX + ", in milliseconds.");
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static InvalidField invalid(String name, String detail) {
        return InvalidField.at(pointer(name), detail);
    }

    private static String pointer(String name) {
        return "/" + name.replace("~", "~0").replace("/", "~1");
    }
}
