package dev.waybill.domain.delivery;

import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Detects that this process is at fault and not the endpoints. A process that fails fast would
/// otherwise claim more than healthy processes, and end deliveries that they could make. While it
/// is open, a few deliveries are admitted now and then as probes.
///
/// It opens after many local faults in a row, or when nearly all of many sites that were reached
/// before cannot be connected to any more. Sites that were never reached do not count: users can
/// enter names and addresses that do not answer.
///
/// Holds no clock. Guarded by `this`.
public final class NodeBreaker {

    /// In a row, without a connection in between.
    static final int FAULTS_MAX = 50;

    /// Fewer sites may all belong to one provider.
    static final int SITES_MIN = 50;

    private static final double LOST_SHARE = 0.9;

    /// Older results say nothing about the present.
    static final Duration WINDOW = Duration.ofSeconds(30);

    public static final Duration PROBE_EVERY = Duration.ofSeconds(5);

    /// Several, because a single endpoint may be down itself.
    static final int PROBES_MAX = 10;

    private static final int SITES_REMEMBERED_MAX = 10_000;

    /// Counting sites visits all of them.
    private static final Duration COUNT_EVERY = Duration.ofSeconds(1);

    private static final String LOST =
            "connections to nearly all hosts that it reached before fail";

    /// A site that was reached once: when it was last tried, and whether it failed.
    private static final class Site {

        private Instant triedAt;
        private boolean lost;

        Site(Instant triedAt) {
            this.triedAt = triedAt;
        }
    }

    private final Map<String, Site> sites =
            new LinkedHashMap<>(64, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Site> eldest) {
                    return size() > SITES_REMEMBERED_MAX;
                }
            };

    private int faults;
    private Instant countedAt = Instant.MIN;
    private int probesLeft;
    private Instant moreProbesAt = Instant.MIN;
    private volatile @Nullable String trouble;

    /// The reason, to follow "This node cannot deliver:"; null while it can.
    public @Nullable String trouble() {
        return trouble;
    }

    public boolean isOpen() {
        return trouble != null;
    }

    /// An attempt had this outcome.
    ///
    /// @param site identifies the owner of a host, such as the registered domain
    public synchronized void after(Outcome outcome, String site, Instant now) {
        switch (outcome) {
            case NotSent(var fault) when fault.isNodeWide() -> faulted(fault, now);
            case Accepted _, Refused _ -> reached(site, now);
            case Unanswered(var fault) -> unanswered(fault, site, now);
            case NotSent _, Blocked _ -> {}
        }
    }

    private void unanswered(Fault fault, String site, Instant now) {
        switch (fault) {
            case DNS, CONNECT_REFUSED, CONNECT_TIMEOUT, CONNECT_OTHER -> lost(site, now);
            case TLS_EXPIRED, TLS_UNTRUSTED, TLS_NAME, TLS_OTHER, RESET, NOT_HTTP, TOO_LARGE ->
                    reached(site, now);
            // The time may have passed before or after the connection was made.
            case TIMEOUT_FIRST_BYTE, TIMEOUT_TOTAL, EXPIRY -> {}
            case BLOCKED, NOT_STORABLE ->
                    throw new IllegalArgumentException(fault + " is not the result of a request");
        }
    }

    private void faulted(LocalFault fault, Instant now) {
        if (++faults >= FAULTS_MAX) {
            open(fault.words(), now);
        }
    }

    private void reached(String site, Instant now) {
        faults = 0;
        trouble = null;
        var known = sites.get(site);
        if (known == null) {
            sites.put(site, new Site(now));
        } else {
            known.triedAt = now;
            known.lost = false;
        }
    }

    private void lost(String site, Instant now) {
        var known = sites.get(site);
        if (known == null) {
            return;
        }
        known.triedAt = now;
        known.lost = true;
        if (!isOpen() && !now.isBefore(countedAt.plus(COUNT_EVERY))) {
            countedAt = now;
            count(now);
        }
    }

    private void count(Instant now) {
        var begin = now.minus(WINDOW);
        int tried = 0;
        int lost = 0;
        for (var site : sites.values()) {
            if (site.triedAt.isAfter(begin)) {
                tried++;
                lost += site.lost ? 1 : 0;
            }
        }
        if (tried >= SITES_MIN && lost > LOST_SHARE * tried) {
            open(LOST, now);
        }
    }

    private void open(String why, Instant now) {
        if (!isOpen()) {
            probesLeft = 0;
            moreProbesAt = now.plus(PROBE_EVERY);
        }
        trouble = why;
    }

    /// Whether a delivery may be taken on now: always while closed, otherwise a few at a time.
    public synchronized boolean admits(Instant now) {
        if (!isOpen()) {
            return true;
        }
        if (!now.isBefore(moreProbesAt)) {
            probesLeft = PROBES_MAX;
            moreProbesAt = now.plus(PROBE_EVERY);
        }
        if (probesLeft == 0) {
            return false;
        }
        probesLeft--;
        return true;
    }

    /// The answer of [#admits], without counting a probe.
    public synchronized boolean wouldAdmit(Instant now) {
        return !isOpen() || probesLeft > 0 || !now.isBefore(moreProbesAt);
    }

    /// An admitted delivery was not taken on after all: another may take its place.
    public synchronized void unused() {
        probesLeft = Math.min(probesLeft + 1, PROBES_MAX);
    }
}
