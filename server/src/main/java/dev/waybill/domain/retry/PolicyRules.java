package dev.waybill.domain.retry;

import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.domain.retry.PolicyDraft.Kind;
import dev.waybill.domain.retry.PolicySpec.Spread;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules for retry policies, and the defaults for everything that a draft leaves out.
public final class PolicyRules {

    /// Deliveries refer to an inline policy by this prefix and a digest of it. No other name may
    /// begin with it.
    public static final String INLINE = "inline-";

    /// More than any receiver needs, and a list that a person can still read.
    public static final WholeRange ATTEMPTS = new WholeRange(1, 100);

    public static final DecimalRange FACTOR = new DecimalRange(1, 100);
    public static final DecimalRange JITTER_RATIO = new DecimalRange(0, 1);

    public static final Choice<Kind> KIND = new Choice<>(Kind::of, "list or exponential");

    public static final Choice<Spread> JITTER =
            new Choice<>(Spread::of, "none, proportional, additive or full");

    private static final String OFFSETS = "offsets_seconds";
    private static final String WAITS = "waits_seconds";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    /// The first attempt is not in the list.
    private static final int RETRIES_MAX = ATTEMPTS.max() - 1;

    /// Events are kept for 30 days. A later retry would have nothing to send.
    private static final Duration WINDOW_MAX = Duration.ofDays(30);

    private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(WINDOW_MAX.toSeconds());
    private static final BigDecimal SECONDS_MIN = new BigDecimal("0.001");

    private static final String SECONDS_RULE =
            " must be seconds from " + SECONDS_MIN + " to " + SECONDS_MAX + ", in milliseconds.";

    private static final double FACTOR_DEFAULT = 2;
    private static final Duration CAP_DEFAULT = Duration.ofHours(1);
    private static final double PROPORTIONAL_DEFAULT = 0.4;
    private static final double ADDITIVE_DEFAULT = 1;

    /// The longest duration of an attempt. A default window leaves this much for each attempt, so
    /// that a policy of short waits ends by its attempts and not by its window.
    private static final Duration ROOM_FOR_AN_ATTEMPT = Duration.ofSeconds(30);

    private final PolicyDraft draft;
    private final Violations violations;

    private PolicyRules(PolicyDraft draft, Violations violations) {
        this.draft = draft;
        this.violations = violations;
    }

    /// The policy that a draft describes; empty if it breaks a rule.
    ///
    /// @param violations of this draft only: those found when it was read, to which this adds every
    ///   broken rule
    public static Optional<PolicySpec> check(PolicyDraft draft, Violations violations) {
        var rules = new PolicyRules(draft, violations);
        rules.checkAll();
        return violations.isEmpty() ? Optional.of(rules.spec()) : Optional.empty();
    }

    /// Whether a number of seconds is in range and has no fraction of a millisecond.
    private static boolean isSeconds(BigDecimal seconds) {
        return seconds.compareTo(SECONDS_MIN) >= 0
                && seconds.compareTo(SECONDS_MAX) <= 0
                && seconds.stripTrailingZeros().scale() <= 3;
    }

    /// For a field that is not a time between a millisecond and 30 days, in whole milliseconds.
    public static Violation secondsViolation(String field) {
        return Violation.of(field, Violation.Code.RANGE, "{}" + SECONDS_RULE);
    }

    /// The same for an item of a list.
    public static Violation secondsViolation(String list, int index) {
        return Violation.in(
                list,
                Integer.toString(index),
                Violation.Code.RANGE,
                "A number in {}" + SECONDS_RULE);
    }

    /// For a list that is too long, or a value that is not a list.
    public static Violation listViolation(String field) {
        return Violation.of(
                field,
                Violation.Code.RANGE,
                "{} must be a list of at most " + RETRIES_MAX + " numbers.");
    }

    private void checkAll() {
        checkName();
        var kind = draft.kind().orNull();
        switch (kind) {
            case null -> violations.add(KIND.violation("kind"));
            case LIST -> checkList();
            case EXPONENTIAL -> checkExponential();
        }
        checkSeconds("base_seconds", draft.backoff().base());
        violations.check("factor", draft.backoff().factor().orNull(), FACTOR);
        checkSeconds("cap_seconds", draft.backoff().cap());
        if (kind == Kind.EXPONENTIAL && draft.attemptsMax().value().isEmpty()) {
            violations.add(
                    "max_attempts",
                    Violation.Code.REQUIRED,
                    "{} is required with kind exponential.");
        }
        violations.check("max_attempts", draft.attemptsMax().orNull(), ATTEMPTS);
        checkJitter();
        checkSeconds("window_seconds", draft.window());
    }

    private void checkName() {
        var name = draft.name().orNull();
        if (name != null && (!NAME.matcher(name).matches() || name.startsWith(INLINE))) {
            violations.add(
                    "name",
                    Violation.Code.FORMAT,
                    "{} must be 1 to 64 lower-case letters, digits, hyphens or underscores, begin"
                            + " with a letter or digit, and not with "
                            + INLINE
                            + ".");
        }
    }

    private void checkList() {
        refuse(Kind.LIST, "base_seconds", draft.backoff().base());
        refuse(Kind.LIST, "factor", draft.backoff().factor());
        refuse(Kind.LIST, "cap_seconds", draft.backoff().cap());
        boolean hasOffsets = draft.offsets().value().isPresent();
        boolean hasWaits = draft.waits().value().isPresent();
        boolean unreadable = violations.has(OFFSETS) || violations.has(WAITS);
        if (hasOffsets == hasWaits && !unreadable) {
            violations.add(
                    hasWaits ? WAITS : OFFSETS,
                    Violation.Code.REQUIRED,
                    "Give offsets_seconds (since the first attempt) or waits_seconds"
                            + " (between attempts), not both.");
        }
        var waits = draft.waits().value().orElse(List.of());
        checkTimes(WAITS, waits, 0);
        var offsets = draft.offsets().value().orElse(List.of());
        checkTimes(OFFSETS, offsets, firstRetry(offsets));
        checkAscending(offsets);
        if (!violations.has(OFFSETS) && !violations.has(WAITS)) {
            checkAttempts(waits.size() + offsets.size() - firstRetry(offsets));
        }
    }

    private void refuse(Kind kind, String field, Update<?> other) {
        if (other.value().isPresent()) {
            violations.add(
                    field,
                    Violation.Code.CONFLICT,
                    "{} is not allowed with kind " + kind.code() + ".");
        }
    }

    /// The index of the first retry: a list of offsets may begin with the first attempt itself.
    private static int firstRetry(List<BigDecimal> offsets) {
        return !offsets.isEmpty() && offsets.getFirst().signum() == 0 ? 1 : 0;
    }

    private void checkTimes(String field, List<BigDecimal> times, int from) {
        if (times.size() > RETRIES_MAX) {
            violations.add(listViolation(field));
            return;
        }
        for (int i = from; i < times.size(); i++) {
            if (!isSeconds(times.get(i))) {
                violations.add(secondsViolation(field, i));
            }
        }
    }

    private void checkAscending(List<BigDecimal> offsets) {
        for (int i = firstRetry(offsets) + 1; i < offsets.size(); i++) {
            var before = offsets.get(i - 1);
            var offset = offsets.get(i);
            if (isSeconds(before) && isSeconds(offset) && offset.compareTo(before) <= 0) {
                violations.add(
                        Violation.in(
                                OFFSETS,
                                Integer.toString(i),
                                Violation.Code.CONFLICT,
                                "Each offset must be greater than the one before."));
            }
        }
    }

    private void checkAttempts(int retries) {
        int all = retries + 1;
        var attempts = draft.attemptsMax().orNull();
        if (attempts != null && ATTEMPTS.contains(attempts) && attempts > all) {
            violations.add(
                    "max_attempts",
                    Violation.Code.RANGE,
                    "{} must be at most "
                            + all
                            + ": the first attempt and one for each number in the list.");
        }
    }

    private void checkExponential() {
        refuse(Kind.EXPONENTIAL, OFFSETS, draft.offsets());
        refuse(Kind.EXPONENTIAL, WAITS, draft.waits());
        var base = draft.backoff().base().orNull();
        var cap = draft.backoff().cap().orNull();
        if (base == null) {
            violations.add(
                    "base_seconds", Violation.Code.REQUIRED, "{} is required: the first wait.");
        } else if (cap != null && isSeconds(base) && isSeconds(cap) && cap.compareTo(base) < 0) {
            violations.add(
                    "cap_seconds",
                    Violation.Code.CONFLICT,
                    "{} must not be less than the first wait.");
        }
    }

    private void checkJitter() {
        var ratio = draft.jitterRatio().orNull();
        violations.check("jitter_ratio", ratio, JITTER_RATIO);
        if (ratio == null || violations.has("jitter")) {
            return;
        }
        var spread = spread();
        boolean fits =
                switch (spread) {
                    case PROPORTIONAL, ADDITIVE -> true;
                    case NONE -> ratio == 0;
                    case FULL -> ratio == 1;
                };
        if (!fits) {
            violations.add(
                    "jitter_ratio",
                    Violation.Code.CONFLICT,
                    "{} is allowed with jitter proportional or additive, not with "
                            + spread.code()
                            + ".");
        }
    }

    private void checkSeconds(String field, Update<BigDecimal> seconds) {
        if (seconds.value().filter(value -> !isSeconds(value)).isPresent()) {
            violations.add(secondsViolation(field));
        }
    }

    // The policy of a draft that breaks no rule.

    private PolicySpec spec() {
        var schedule = schedule();
        int attemptsMax = draft.attemptsMax().value().orElse(retries() + 1);
        var spread = spread();
        double ratio = ratio(spread);
        var window =
                draft.window()
                        .value()
                        .map(PolicyRules::duration)
                        .orElseGet(() -> windowOf(schedule, attemptsMax, spread, ratio));
        return new PolicySpec(draft.name().orNull(), schedule, attemptsMax, spread, ratio, window);
    }

    private Schedule schedule() {
        return switch (draft.kind().value().orElseThrow()) {
            case LIST ->
                    draft.waits()
                            .value()
                            .<Schedule>map(waits -> new Schedule.Waits(durations(waits)))
                            .orElseGet(() -> new Schedule.Offsets(durations(offsets())));
            case EXPONENTIAL -> {
                var base = duration(draft.backoff().base().value().orElseThrow());
                yield new Schedule.Exponential(
                        base,
                        draft.backoff().factor().value().orElse(FACTOR_DEFAULT),
                        draft.backoff()
                                .cap()
                                .value()
                                .map(PolicyRules::duration)
                                .orElse(longer(base, CAP_DEFAULT)));
            }
        };
    }

    private int retries() {
        return draft.waits().value().orElseGet(this::offsets).size();
    }

    /// The retries, without the first attempt.
    private List<BigDecimal> offsets() {
        var offsets = draft.offsets().value().orElse(List.of());
        return offsets.subList(firstRetry(offsets), offsets.size());
    }

    private Spread spread() {
        return draft.jitter().value().orElse(Spread.NONE);
    }

    private double ratio(Spread spread) {
        var given = draft.jitterRatio().value();
        return switch (spread) {
            case PROPORTIONAL -> given.orElse(PROPORTIONAL_DEFAULT);
            case ADDITIVE -> given.orElse(ADDITIVE_DEFAULT);
            case NONE -> 0;
            case FULL -> 1;
        };
    }

    private static Duration windowOf(
            Schedule schedule, int attemptsMax, Spread spread, double ratio) {
        var longest = schedule.longest(attemptsMax, PolicySpec.jitter(schedule, spread, ratio));
        var roomy = longest.plus(ROOM_FOR_AN_ATTEMPT.multipliedBy(attemptsMax));
        return roomy.compareTo(WINDOW_MAX) < 0 ? roomy : WINDOW_MAX;
    }

    private static List<Duration> durations(List<BigDecimal> seconds) {
        return seconds.stream().map(PolicyRules::duration).toList();
    }

    private static Duration duration(BigDecimal seconds) {
        return Duration.ofMillis(seconds.movePointRight(3).longValueExact());
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
