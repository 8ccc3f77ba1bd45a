package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.SharedPace;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.PaceStore;
import dev.waybill.engine.routing.PaceStore.PaceRow;
import dev.waybill.infra.db.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reports changes in the pace of endpoints to the other processes (failures, an opened or closed
/// breaker, `Retry-After`), and learns theirs. So an endpoint is parked after ten failures in a row
/// and probed twice a minute, for any number of processes. Confined to one thread.
public final class PaceExchange {

    public static final Duration PERIOD = Duration.ofMillis(500);

    /// Read again, because a row has the time at which its statement began, and is visible from its
    /// commit.
    static final Duration OVERLAP = Duration.ofSeconds(2);

    /// Rows that were missed all the same are read after this time.
    static final Duration ALL_PERIOD = Duration.ofSeconds(30);

    /// If the process whose turn it is does not probe, because it is dead or may not send, the
    /// others do, one after another, so that each knows the result of the probe before.
    static final Duration STANDBY = Duration.ofSeconds(10);

    static final Duration STANDBY_EACH = Duration.ofSeconds(2);

    /// Twice the time in which every process reads all rows.
    private static final Duration KEPT = ALL_PERIOD.multipliedBy(2);

    /// Longer than any hold-off. An endpoint with failures that got no request for this time starts
    /// without them.
    private static final Duration ABANDONED = Duration.ofDays(1);

    private final Database database;
    private final Dispatcher dispatcher;
    private final EndpointOwnership ownership;
    private final Leases leases;
    private final InstantSource clock;
    private final PaceStore store = new PaceStore();
    private @Nullable Instant seenUntil;
    private long allDueNanos;

    public PaceExchange(
            Database database,
            Dispatcher dispatcher,
            EndpointOwnership ownership,
            Leases leases,
            InstantSource clock) {
        this.database = database;
        this.dispatcher = dispatcher;
        this.ownership = ownership;
        this.leases = leases;
        this.clock = clock;
        this.allDueNanos = leases.life().nanoTime();
    }

    /// Returns the number of endpoints reported.
    public int runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var now = clock.instant();
            int reported = report(connection, now);
            learn(connection, now);
            return reported;
        }
    }

    private int report(Connection connection, Instant now) throws SQLException {
        var reports = dispatcher.takeReports();
        if (reports.isEmpty()) {
            return 0;
        }
        try {
            store.report(connection, reports, leases.life().processId(), now);
        } catch (SQLException | RuntimeException e) {
            dispatcher.putBackReports(reports);
            throw e;
        }
        return reports.size();
    }

    private void learn(Connection connection, Instant now) throws SQLException {
        var last = seenUntil;
        if (last == null || leases.life().nanoTime() - allDueNanos >= 0) {
            store.forgetOld(connection, now.minus(KEPT), now.minus(ABANDONED), now);
            var rows = store.all(connection);
            adopt(rows);
            dispatcher.learnNoPaceExcept(
                    rows.stream().map(PaceRow::endpointId).collect(Collectors.toSet()));
            allDueNanos = leases.life().nanoTime() + ALL_PERIOD.toNanos();
        } else {
            // The clock of the database may be set back.
            var since = last.isAfter(now) ? now : last;
            adopt(store.changedSince(connection, since.minus(OVERLAP)));
        }
        seenUntil = now;
    }

    private void adopt(List<PaceRow> rows) {
        var standby = STANDBY.plus(STANDBY_EACH.multipliedBy(ownership.rank()));
        for (var row : rows) {
            dispatcher.learn(row.endpointId(), shared(row, leases.life().processId(), standby));
        }
    }

    private static SharedPace shared(PaceRow row, UUID self, Duration standby) {
        boolean mine = self.equals(row.prober());
        var probeAt = row.probeAt();
        return new SharedPace(
                row.failures(),
                probeAt == null || mine ? probeAt : probeAt.plus(standby),
                mine,
                row.holdOffUntil());
    }
}
