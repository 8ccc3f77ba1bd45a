package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The endpoints that began to fail together: the largest number of open streaks that began within
/// a quarter of an hour.
///
/// @param since when the first of them began to fail; null without any
/// @param hosts the number of different hosts among them
public record Group(@Nullable Instant since, int endpoints, int hosts) {

    /// The time within which endpoints count as failing together.
    static final Duration TOGETHER = Duration.ofMinutes(15);

    /// The beginning of a failure is known only if the endpoint was watched before it: one that was
    /// dead before it was put into service, or before the first evaluation, began earlier.
    static final Duration WATCHED_MIN = Duration.ofHours(1);

    /// Hosts whose groups are kept: the largest ones.
    static final int HOSTS_MAX = 20;

    public static final Group NONE = new Group(null, 0, 0);

    /// One failing endpoint.
    public record Member(Instant failingSince, String host) {}

    /// The group of one host.
    public record OnHost(String host, Instant since, int endpoints) {

        /// Smaller groups never matter and are not kept.
        public static final int COUNTED_MIN = 5;
    }

    /// Whether an endpoint that does not answer, or answers with 5xx, belongs to any group. An old
    /// failure says nothing about the present.
    ///
    /// @param watchedSince since when its attempts are watched
    public static boolean counts(Instant failingSince, Instant watchedSince, Instant now) {
        return !failingSince.isBefore(watchedSince.plus(WATCHED_MIN))
                && !failingSince.isBefore(now.minus(Outage.LASTS_MAX));
    }

    public static Group of(List<Member> failing) {
        var members = largest(failing);
        if (members.isEmpty()) {
            return NONE;
        }
        var hosts = new HashSet<String>();
        members.forEach(member -> hosts.add(member.host()));
        return new Group(members.getFirst().failingSince(), members.size(), hosts.size());
    }

    /// The groups of single hosts, the largest first.
    public static List<OnHost> onHosts(List<Member> failing) {
        var groups = new ArrayList<OnHost>();
        failing.stream()
                .collect(Collectors.groupingBy(Member::host))
                .forEach((host, all) -> {
                    var members = largest(all);
                    if (members.size() >= OnHost.COUNTED_MIN) {
                        groups.add(
                                new OnHost(
                                        host, members.getFirst().failingSince(), members.size()));
                    }
                });
        return groups.stream()
                .sorted(
                        Comparator.comparingInt(OnHost::endpoints)
                                .reversed()
                                .thenComparing(OnHost::host))
                .limit(HOSTS_MAX)
                .toList();
    }

    private static List<Member> largest(List<Member> failing) {
        var sorted = failing.stream().sorted(Comparator.comparing(Member::failingSince)).toList();
        int from = 0;
        int bestFrom = 0;
        int bestSize = 0;
        for (int to = 0; to < sorted.size(); to++) {
            while (sorted.get(from)
                    .failingSince()
                    .plus(TOGETHER)
                    .isBefore(sorted.get(to).failingSince())) {
                from++;
            }
            if (to - from + 1 > bestSize) {
                bestSize = to - from + 1;
                bestFrom = from;
            }
        }
        return sorted.subList(bestFrom, bestFrom + bestSize);
    }
}
