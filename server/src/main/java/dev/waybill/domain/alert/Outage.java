package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A time in which an alert `service.server_errors` fired. It stands for the endpoints that began
/// to fail with it, so these get no alerts of their own yet.
///
/// @param since when the endpoints began to fail
/// @param until when the alert resolved; null while it fires
/// @param host the host of all of them; null if there are many
public record Outage(Instant since, @Nullable Instant until, @Nullable String host) {

    /// An endpoint that begins to fail later has another problem. An endpoint with little traffic
    /// notices an outage with its next attempt, so this is longer than [Group#TOGETHER].
    static final Duration JOINED = Duration.ofHours(1);

    /// After this time an outage explains nothing any more: long enough that an outage of a night
    /// accuses no owners.
    public static final Duration LASTS_MAX = Duration.ofHours(12);

    /// When it stops to stand for its endpoints.
    Instant end() {
        var latest = since.plus(LASTS_MAX);
        return until == null || until.isAfter(latest) ? latest : until;
    }

    /// Those that concern the endpoints of a host.
    ///
    /// @param host null if it is not known
    public static List<Outage> of(@Nullable String host, List<Outage> all) {
        return all.stream().filter(one -> one.host == null || one.host.equals(host)).toList();
    }

    boolean covers(Streak streak, Instant time) {
        return !streak.since().isBefore(since)
                && !streak.since().isAfter(since.plus(JOINED))
                && !time.isBefore(since)
                && time.isBefore(end());
    }
}
