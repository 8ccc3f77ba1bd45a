package dev.waybill.forget;

import static java.util.Objects.requireNonNull;

import dev.waybill.db.Database;
import dev.waybill.db.SqlStates;
import dev.waybill.domain.Retention;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forgets days whose time is over. What is open in them is kept, and what goes although it is open
/// is archived first. Each step is whole by itself, and the next pass goes on wherever this one was
/// broken off.
public final class Forgetter {

    public static final Duration PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Forgetter.class);

    /// What a pass has just done, for whoever wants to break it off there.
    @FunctionalInterface
    interface Witness {
        void after(String step);
    }

    /// What one pass came to.
    public enum Pass {
        /// There was nothing to forget.
        IDLE,
        /// A day went; there may be more.
        FORGOT,
        /// Another process forgets.
        ELSEWHERE,
        /// Too many days are overdue to go on at once.
        OVERDUE,
        /// Somebody uses a table for longer than captures may wait.
        IN_USE,
        /// The archive is full, or away: nothing goes.
        NOT_ARCHIVED
    }

    private final Database database;
    private final Retention retention;
    private final Archivist archivist;
    private final Witness witness;
    private final DayStore days = new DayStore();
    private final KeptStore kept = new KeptStore();
    private final Fold fold = new Fold(days);

    public Forgetter(Database database, Retention retention, Archivist archivist) {
        this(database, retention, archivist, _ -> {});
    }

    Forgetter(Database database, Retention retention, Archivist archivist, Witness witness) {
        this.database = database;
        this.retention = retention;
        this.archivist = archivist;
        this.witness = witness;
    }

    /// By the database's clock, asked here and now: what goes does not come back.
    public Pass runOnce() throws IOException {
        try (var handle = database.upkeep().open()) {
            // The lock goes with the connection, which is not pooled.
            return days.lock(handle) ? runOnce(handle, days.now(handle)) : Pass.ELSEWHERE;
        }
    }

    Pass runOnce(Handle handle, Instant now) throws IOException {
        try {
            dropForgotten(handle);
            var plan =
                    ForgetPlan.of(
                            existing(handle),
                            retention,
                            now,
                            days.lastForgottenAt(handle).orElse(null));
            return switch (plan) {
                case ForgetPlan.Nothing _ -> Pass.IDLE;
                case ForgetPlan.Wait _ -> Pass.OVERDUE;
                case ForgetPlan.Go go -> forget(handle, go, now);
            };
        } catch (IOException e) {
            LOG.error("nothing is dropped, because the archive cannot be written", e);
            return Pass.NOT_ARCHIVED;
        } catch (UnableToExecuteStatementException e) {
            if (e.getCause() instanceof SQLException cause && SqlStates.isLockTimeout(cause)) {
                LOG.warn(
                        "a day whose time is over is in use and stays for now: {}",
                        cause.getMessage());
                return Pass.IN_USE;
            }
            throw e;
        }
    }

    private Pass forget(Handle handle, ForgetPlan.Go go, Instant now) throws IOException {
        if (go.isOverdue()) {
            LOG.error(
                    "{} days are overdue to be forgotten: if the clock is right, nothing is wrong;"
                            + " one goes every hour; now={}",
                    go.overdueDays(),
                    now);
        }
        if (go.deliveriesUntil() != null) {
            forgetDeliveries(handle, go.deliveriesUntil(), now);
        }
        if (go.attemptsUntil() != null) {
            fold(handle, DayTable.ATTEMPT, go.attemptsUntil(), Going.AS_IT_IS);
        }
        if (go.eventsUntil() != null) {
            fold(handle, DayTable.EVENT, go.eventsUntil(), Going.AS_IT_IS);
        }
        days.forgottenAt(handle, now);
        dropForgotten(handle);
        return Pass.FORGOT;
    }

    private void forgetDeliveries(Handle handle, LocalDate until, Instant now) throws IOException {
        if (has(handle, DayTable.DELIVERY, until)) {
            var lettersUntil = now.minus(Duration.ofDays(retention.deadLetters()));
            var going = archivist.archive(handle, Fold.firstId(until), lettersUntil);
            witness.after("archive");
            fold(handle, DayTable.DELIVERY, until, going);
        }
        if (has(handle, DayTable.LETTER_NOTE, until)) {
            fold(handle, DayTable.LETTER_NOTE, until, Going.AS_IT_IS);
        }
    }

    private void fold(Handle handle, DayTable table, LocalDate until, Going going) {
        var folded = fold.run(handle, table, until, going);
        LOG.info(
                "forgotten, table={}, until={}, partitions={}, kept={}, archived={}",
                table.word(),
                until,
                folded.partitions(),
                folded.kept(),
                going.archived().size());
        witness.after(table.word());
    }

    private boolean has(Handle handle, DayTable table, LocalDate before) {
        return requireNonNull(existing(handle).get(table)).lower(before) != null;
    }

    private Map<DayTable, NavigableSet<LocalDate>> existing(Handle handle) {
        var existing = new EnumMap<DayTable, NavigableSet<LocalDate>>(DayTable.class);
        for (var table : DayTable.values()) {
            existing.put(
                    table,
                    days.partitions(handle, table).stream()
                            .flatMap(name -> table.dayOf(name).stream())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        return existing;
    }

    private void dropForgotten(Handle handle) {
        for (var name : days.forgotten(handle)) {
            kept.drop(handle, name);
            witness.after("drop");
        }
    }
}
