package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rules about the whole service. A rule holds at a reading if that and the readings before it
/// meet its condition. The alert fires when its rule holds, and resolves when the rule has not held
/// for [#QUIET].
public final class ServiceRules {

    /// How long a rule must not hold until its alert resolves.
    public static final Duration QUIET = Duration.ofMinutes(15);

    /// The readings that the longest rule needs, and those of [#QUIET].
    public static final Duration HISTORY =
            QUIET.plusMinutes(Threshold.BACKLOG_MINUTES.range().max() + 1L);

    private ServiceRules() {}

    /// Whether the alert fires at the last of these readings.
    ///
    /// @param readings in the order of time, at least those of [#HISTORY]
    /// @param host for an alert about the endpoints of one host; otherwise null
    public static boolean fires(
            List<Reading> readings, Thresholds thresholds, @Nullable String host) {
        if (readings.isEmpty()) {
            return false;
        }
        var from = readings.getLast().at().minus(QUIET);
        for (int i = readings.size() - 1; i >= 0; i--) {
            if (readings.get(i).at().isBefore(from)) {
                return false;
            }
            if (holds(readings.subList(0, i + 1), thresholds, host)) {
                return true;
            }
        }
        return false;
    }

    /// When the alert would have fired.
    ///
    /// @param readings in the order of time
    public static List<Instant> firings(List<Reading> readings, Thresholds thresholds) {
        var firings = new ArrayList<>(firings(readings, thresholds, null));
        if (thresholds.rule() == AlertRule.SERVICE_SERVER_ERRORS) {
            for (var host : hosts(readings)) {
                firings.addAll(firings(readings, thresholds, host));
            }
        }
        return firings;
    }

    /// The hosts with endpoints that failed together.
    public static Set<String> hosts(List<Reading> readings) {
        return readings.stream()
                .flatMap(reading -> reading.onHosts().stream())
                .map(Group.OnHost::host)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Instant> firings(
            List<Reading> readings, Thresholds thresholds, @Nullable String host) {
        var firings = new ArrayList<Instant>();
        var firesUntil = Instant.MIN;
        boolean fired = false;
        for (int i = 0; i < readings.size(); i++) {
            var at = readings.get(i).at();
            if (holds(readings.subList(0, i + 1), thresholds, host)) {
                firesUntil = at.plus(QUIET);
            }
            boolean fires = !at.isAfter(firesUntil);
            if (fires && !fired) {
                firings.add(at);
            }
            fired = fires;
        }
        return firings;
    }

    /// Whether the rule holds at the last of these readings.
    ///
    /// @param host for an alert about the endpoints of one host; otherwise null
    public static boolean holds(
            List<Reading> readings, Thresholds thresholds, @Nullable String host) {
        return switch (thresholds.rule()) {
            case SERVICE_DEAD_LETTERS -> deadLettersGrow(readings, thresholds);
            case SERVICE_SERVER_ERRORS ->
                    host == null
                            ? manyFail(readings.getLast(), thresholds)
                            : manyFailOn(host, readings.getLast(), thresholds);
            case SERVICE_BACKLOG -> backlogGrows(readings, thresholds);
            case SERVICE_STALLED -> !stalled(readings, thresholds).isEmpty();
            case ENDPOINT_FAILING, ENDPOINT_DISABLED, ENDPOINT_CLIENT_ERRORS ->
                    throw new IllegalArgumentException(
                            thresholds.rule() + " is not of the service");
        };
    }

    private static boolean deadLettersGrow(List<Reading> readings, Thresholds thresholds) {
        long most = thresholds.get(Threshold.DEAD_LETTERS_PER_MINUTE) * Span.LENGTH.toMinutes();
        var recent = last(readings, thresholds.get(Threshold.DEAD_LETTER_MINUTES));
        return !recent.isEmpty()
                && recent.stream().allMatch(reading -> reading.deadLetters() >= most);
    }

    private static boolean manyFail(Reading reading, Thresholds thresholds) {
        var failing = reading.failing();
        return failing.endpoints() >= thresholds.get(Threshold.FAILING_ENDPOINTS)
                && failing.hosts() >= thresholds.get(Threshold.FAILING_HOSTS)
                && failing.endpoints() * 100L
                        >= (long) reading.endpoints() * thresholds.get(Threshold.FAILING_PERCENT);
    }

    /// An outage of many hosts stands for the endpoints of each.
    private static boolean manyFailOn(String host, Reading reading, Thresholds thresholds) {
        int least = thresholds.get(Threshold.FAILING_ON_ONE_HOST);
        return !manyFail(reading, thresholds)
                && reading.on(host).filter(group -> group.endpoints() >= least).isPresent();
    }

    private static boolean backlogGrows(List<Reading> readings, Thresholds thresholds) {
        var recent = last(readings, thresholds.get(Threshold.BACKLOG_MINUTES) + 1);
        var before = Duration.ofSeconds(-1);
        for (var reading : recent) {
            var due = reading.oldestDue();
            if (due == null || due.compareTo(before) <= 0) {
                return false;
            }
            before = due;
        }
        return before.compareTo(thresholds.minutes(Threshold.BACKLOG_OLDEST_MINUTES)) >= 0;
    }

    /// The parts that have done no work for the time of the threshold, and a thread that has just
    /// been replaced.
    public static Set<Stall> stalled(List<Reading> readings, Thresholds thresholds) {
        var recent = last(readings, thresholds.get(Threshold.STALLED_MINUTES));
        var stalls = EnumSet.noneOf(Stall.class);
        if (!recent.isEmpty()) {
            stalls.addAll(recent.getLast().stalls());
            recent.forEach(reading -> stalls.retainAll(reading.stalls()));
        }
        if (!readings.isEmpty() && readings.getLast().stalls().contains(Stall.RESTARTED)) {
            stalls.add(Stall.RESTARTED);
        }
        return stalls;
    }

    /// The last readings, if there are so many without a gap; otherwise none.
    private static List<Reading> last(List<Reading> readings, int count) {
        if (readings.size() < count) {
            return List.of();
        }
        var recent = readings.subList(readings.size() - count, readings.size());
        var between = Duration.between(recent.getFirst().at(), recent.getLast().at());
        // Passes come a little late, and one may be missing.
        return between.compareTo(Reading.PERIOD.multipliedBy(count + 1L)) <= 0 ? recent : List.of();
    }
}
