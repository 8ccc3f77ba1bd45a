package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The endpoints that began to fail together: the largest number of open streaks that began within
/// a quarter of an hour.
///
/// @param since when the first of them began to fail; null without any
/// @param hosts the number of different hosts among them
public record Group(@Nullable Instant since, int endpoints, int hosts) {

    /// The time within which endpoints count as failing together.
    static final Duration TOGETHER = Duration.ofMinutes(15);

    public static final Group NONE = new Group(null, 0, 0);

    /// One failing endpoint.
    public record Member(Instant failingSince, String host) {}

    public static Group of(List<Member> failing) {
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
        if (bestSize == 0) {
            return NONE;
        }
        var members = sorted.subList(bestFrom, bestFrom + bestSize);
        var hosts = new HashSet<String>();
        members.forEach(member -> hosts.add(member.host()));
        return new Group(members.getFirst().failingSince(), bestSize, hosts.size());
    }
}
