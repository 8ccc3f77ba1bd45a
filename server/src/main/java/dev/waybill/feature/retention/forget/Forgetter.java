package dev.waybill.feature.retention.forget;

import static java.util.Objects.requireNonNull;

import dev.waybill.domain.Retention;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.SqlStates;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.infra.schedule.Sleeper;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Drops days that are past retention. Open rows are kept; open rows that are dropped are archived
/// first. Each step is a transaction, and the next pass continues where this one was interrupted.
public final class Forgetter {

    public static final Duration PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Forgetter.class);

    /// The result of one pass.
    public enum Pass {
        /// No day was due.
        IDLE,
        /// A day was dropped; there may be more.
        FORGOT,
        /// Another process is dropping days.
        ELSEWHERE,
        /// Too many days are overdue, so the next one waits.
        OVERDUE,
        /// A table is in use for longer than captures may wait.
        IN_USE,
        /// The archive is full or unreachable: nothing is dropped.
        NOT_ARCHIVED;

        /// As the job reports it: in days.
        public JobResult result() {
            return JobResult.untilNone(this == FORGOT ? 1 : 0);
        }
    }

    private final Database database;
    private final Retention retention;
    private final Compactor.Witness witness;
    private final DayStore days = new DayStore();
    private final CompactionStore compactions = new CompactionStore();
    private final Compactor compactor;
    private final KeptSweep sweep;

    /// @param sleeper rests between two steps
    public Forgetter(Database database, Retention retention, ArchiveStep archive, Sleeper sleeper) {
        this(database, retention, archive, sleeper, _ -> {});
    }

    Forgetter(
            Database database,
            Retention retention,
            ArchiveStep archive,
            Sleeper sleeper,
            Compactor.Witness witness) {
        this.database = database;
        this.retention = retention;
        this.witness = witness;
        var steps = new ExclusiveSteps(days, sleeper);
        this.compactor = new Compactor(days, steps, archive, witness);
        this.sweep = new KeptSweep(days, steps, archive);
    }

    /// By the current time of the database: dropping cannot be undone.
    public Pass runOnce() throws IOException {
        try (var handle = database.maintenance().open()) {
            return runOnce(handle, days.now(handle));
        }
    }

    Pass runOnce(Handle handle, Instant now) throws IOException {
        try {
            var plan =
                    ForgetPlan.of(
                            existing(handle),
                            retention,
                            now,
                            days.lastForgottenAt(handle).orElse(null));
            return switch (plan) {
                case ForgetPlan.Nothing _ -> {
                    finishWhatWasBegun(handle, null, null, null);
                    yield Pass.IDLE;
                }
                case ForgetPlan.Wait _ -> Pass.OVERDUE;
                case ForgetPlan.Go go -> forget(handle, go, now);
            };
        } catch (ExclusiveSteps.Elsewhere _) {
            return Pass.ELSEWHERE;
        } catch (IOException e) {
            LOG.error("nothing is dropped, because the archive cannot be written", e);
            return Pass.NOT_ARCHIVED;
        } catch (UnableToExecuteStatementException e) {
            if (e.getCause() instanceof SQLException cause && SqlStates.isLockTimeout(cause)) {
                LOG.warn("a day to drop is in use and stays for now: {}", cause.getMessage());
                return Pass.IN_USE;
            }
            throw e;
        }
    }

    private Pass forget(Handle handle, ForgetPlan.Go go, Instant now) throws IOException {
        if (go.isOverdue()) {
            LOG.error(
                    "{} days are overdue to be dropped; one is dropped every hour; check the"
                            + " clock of the database, now={}",
                    go.overdueDays(),
                    now);
        }
        finishWhatWasBegun(handle, go.deliveriesUntil(), go.attemptsUntil(), go.eventsUntil());
        int removed = sweep.run(handle, now.minus(Duration.ofDays(retention.deadLetters())));
        witness.after("sweep");
        if (removed > 0) {
            LOG.info("kept deliveries removed, count={}", removed);
        }
        // In this order: each table's rows are kept for those of a table before it.
        compact(handle, DayTable.DELIVERY, go.deliveriesUntil());
        compact(handle, DayTable.DEAD_LETTER_NOTE, go.deliveriesUntil());
        compact(handle, DayTable.ATTEMPT, go.attemptsUntil());
        compact(handle, DayTable.EVENT, go.eventsUntil());
        days.forgottenAt(handle, now);
        dropForgotten(handle);
        for (var table : DayTable.values()) {
            merge(handle, table);
        }
        dropForgotten(handle);
        return Pass.FORGOT;
    }

    /// Drops all days before this one, except kept rows.
    ///
    /// @param until null if none is over
    private void compact(Handle handle, DayTable table, @Nullable LocalDate until)
            throws IOException {
        if (until == null) {
            return;
        }
        var partitions = days.partitions(handle, table);
        if (partitions.days().lower(until) != null) {
            compactor.begin(handle, partitions.compactionUntil(until));
            compactor.finish(handle, table);
            LOG.info("forgotten, table={}, until={}", table.code(), until);
        }
    }

    /// Continues the work of an earlier pass, unless the day is within retention now.
    private void finishOrAbandon(Handle handle, DayTable table, @Nullable LocalDate until)
            throws IOException {
        var begun = compactions.find(handle, table);
        if (begun.isEmpty()) {
            return;
        }
        var end = begun.get().until();
        boolean merges = end.equals(days.partitions(handle, table).keptUntil());
        if (merges || (until != null && end.compareTo(DayTable.firstId(until)) <= 0)) {
            compactor.finish(handle, table);
        } else {
            LOG.info("a day stays after all, table={}", table.code());
            compactor.abandon(handle, table);
        }
    }

    /// Before anything else: rows must not be removed from partitions that are being copied.
    private void finishWhatWasBegun(
            Handle handle,
            @Nullable LocalDate deliveriesUntil,
            @Nullable LocalDate attemptsUntil,
            @Nullable LocalDate eventsUntil)
            throws IOException {
        finishOrAbandon(handle, DayTable.DELIVERY, deliveriesUntil);
        finishOrAbandon(handle, DayTable.DEAD_LETTER_NOTE, deliveriesUntil);
        finishOrAbandon(handle, DayTable.ATTEMPT, attemptsUntil);
        finishOrAbandon(handle, DayTable.EVENT, eventsUntil);
        dropForgotten(handle);
    }

    private void merge(Handle handle, DayTable table) throws IOException {
        var partitions = days.partitions(handle, table);
        while (partitions.wantMerge()) {
            compactor.begin(handle, partitions.merge());
            compactor.finish(handle, table);
            partitions = days.partitions(handle, table);
        }
    }

    private Map<DayTable, NavigableSet<LocalDate>> existing(Handle handle) {
        var existing = new EnumMap<DayTable, NavigableSet<LocalDate>>(DayTable.class);
        for (var table : DayTable.values()) {
            existing.put(table, requireNonNull(days.partitions(handle, table).days()));
        }
        return existing;
    }

    private void dropForgotten(Handle handle) throws IOException {
        for (var name : days.forgotten(handle)) {
            sweep.drop(handle, name);
            witness.after("drop");
        }
        sweep.removeUnusedEvents(handle);
    }
}
