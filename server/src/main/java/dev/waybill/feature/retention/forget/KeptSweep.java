package dev.waybill.feature.retention.forget;

import dev.waybill.infra.db.SqlStates;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes rows from the kept partitions: deliveries that have ended since, dead letters that are
/// past retention and archived, and events without a delivery. They are found by indexes and
/// removed in batches, because they are few among the rows that stay.
final class KeptSweep {

    private static final int BATCH = 500;

    /// The events of a batch are removed while the kept events are locked.
    private static final int EVENTS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(KeptSweep.class);

    private final DayStore days;
    private final ExclusiveSteps steps;
    private final ArchiveStep archive;
    private final SweepStore store = new SweepStore();
    private final CompactionStore compactions = new CompactionStore();

    KeptSweep(DayStore days, ExclusiveSteps steps, ArchiveStep archive) {
        this.days = days;
        this.steps = steps;
        this.archive = archive;
    }

    /// Returns the number of deliveries removed.
    int run(Handle handle, Instant deadLettersUntil) throws IOException {
        int removed = 0;
        for (var kept : days.partitions(handle, DayTable.DELIVERY).kept()) {
            removed += removeClosed(handle, kept.name());
            if (archive.scope() != ArchiveStep.Scope.NONE) {
                removed += removeOverdueDeadLetters(handle, kept.name(), deadLettersUntil);
            }
        }
        return removed;
    }

    private int removeClosed(Handle handle, String kept) throws IOException {
        boolean archives = archive.scope() == ArchiveStep.Scope.EVERYTHING;
        int removed = 0;
        var after = Compaction.BEGINNING;
        while (true) {
            var from = after;
            int limit = archives ? archive.deliveriesMax() : BATCH;
            var ids =
                    steps.run(
                            handle,
                            tx -> archived(tx, store.closed(tx, kept, from, limit), archives));
            if (ids.isEmpty()) {
                return removed;
            }
            // With this time no dead letter is overdue: only resolved and ended ones are removed.
            removed += remove(handle, ids, Instant.EPOCH);
            after = ids.getLast();
        }
    }

    private int removeOverdueDeadLetters(Handle handle, String kept, Instant until)
            throws IOException {
        int removed = 0;
        while (true) {
            var ids =
                    steps.run(
                            handle,
                            tx ->
                                    archived(
                                            tx,
                                            store.overdueLetters(
                                                    tx, kept, until, archive.deliveriesMax()),
                                            true));
            int gone = remove(handle, ids, until);
            removed += gone;
            // Locked rows are removed in a later pass.
            if (gone == 0) {
                return removed;
            }
        }
    }

    /// Those of the given deliveries that may be removed now.
    private List<UUID> archived(Handle tx, List<UUID> ids, boolean archives) throws IOException {
        if (!archives || ids.isEmpty()) {
            return ids;
        }
        var sorted = ids.stream().sorted().toList();
        return sorted.subList(0, archive.archive(tx, sorted));
    }

    private int remove(Handle handle, List<UUID> ids, Instant deadLettersUntil) throws IOException {
        int removed = 0;
        for (int first = 0; first < ids.size(); first += BATCH) {
            var batch = ids.subList(first, Math.min(first + BATCH, ids.size()));
            removed += steps.run(handle, tx -> removeBatch(tx, batch, deadLettersUntil));
        }
        return removed;
    }

    /// A row removed from a partition that is being copied would reappear after the exchange.
    /// Compactions are finished before a sweep, so another process has begun one.
    private void requireNoCompaction(Handle tx) {
        if (compactions.any(tx)) {
            throw new ExclusiveSteps.Elsewhere();
        }
    }

    private int removeBatch(Handle tx, List<UUID> ids, Instant deadLettersUntil) {
        requireNoCompaction(tx);
        var gone = store.removeDeliveries(tx, ids, deadLettersUntil);
        if (!gone.isEmpty()) {
            var goneIds = gone.stream().map(SweepStore.Removed::id).toList();
            store.removeAttempts(tx, goneIds);
            store.removeNotes(tx, goneIds);
            store.mayBeUnused(tx, gone.stream().map(SweepStore.Removed::eventId).toList());
        }
        return gone.size();
    }

    /// Removes kept events that have lost their last delivery. If they are in use for long, a later
    /// pass does it.
    void removeUnusedEvents(Handle handle) throws IOException {
        try {
            var after = Optional.of(Compaction.BEGINNING);
            while (after.isPresent()) {
                var from = after.get();
                after = steps.run(handle, tx -> removeUnusedEvents(tx, from));
            }
        } catch (UnableToExecuteStatementException e) {
            if (!(e.getCause() instanceof SQLException cause) || !SqlStates.isLockTimeout(cause)) {
                throw e;
            }
            LOG.debug("kept events are in use, those without a delivery stay for now", e);
        }
    }

    /// Returns the last one looked at; empty if there are no more.
    private Optional<UUID> removeUnusedEvents(Handle tx, UUID after) {
        var asked = store.nextUnused(tx, after, EVENTS);
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        requireNoCompaction(tx);
        var kept = days.partitions(tx, DayTable.EVENT);
        if (!kept.kept().isEmpty() && !store.withoutDelivery(tx, asked).isEmpty()) {
            lock(tx, kept);
            // Again, because a delivery may have been made before they were locked.
            store.removeEvents(tx, store.withoutDelivery(tx, asked), kept.keptUntil());
        }
        store.forgetUnused(tx, asked);
        return Optional.of(asked.getLast());
    }

    /// A transaction that creates a delivery reads the event first and so holds a lock on its
    /// partition. Once this lock is taken, either the delivery exists, or the event is read after
    /// its removal.
    private static void lock(Handle tx, Partitions events) {
        tx.execute(
                "LOCK TABLE %s IN ACCESS EXCLUSIVE MODE"
                        .formatted(
                                events.kept().stream()
                                        .map(kept -> "ONLY " + kept.name())
                                        .collect(Collectors.joining(", "))));
    }

    /// Drops a former partition. Of a day of deliveries, kept rows that belonged to them are
    /// removed first: events that only they pointed to, and attempts whose own day had gone before.
    void drop(Handle handle, String forgotten) throws IOException {
        var day = DayTable.DELIVERY.dayOf(forgotten.substring("forgotten_".length()));
        if (day.isPresent()) {
            var until = DayTable.firstId(day.get().plusDays(1));
            var attemptsKeptUntil = days.partitions(handle, DayTable.ATTEMPT).keptUntil();
            if (attemptsKeptUntil.compareTo(until) >= 0) {
                removeOrphanedAttempts(handle, DayTable.firstId(day.get()), until);
            }
        }
        steps.use(
                handle,
                tx -> {
                    if (day.isPresent()) {
                        var eventsKeptUntil = days.partitions(tx, DayTable.EVENT).keptUntil();
                        store.mayBeUnusedAfter(tx, forgotten, eventsKeptUntil);
                    }
                    new KeptTables().drop(tx, forgotten);
                });
    }

    private void removeOrphanedAttempts(Handle handle, UUID from, UUID until) throws IOException {
        var after = Compaction.BEGINNING;
        while (true) {
            var start = after;
            var ids = steps.run(handle, tx -> store.attempted(tx, from, start, until, BATCH));
            if (ids.isEmpty()) {
                return;
            }
            steps.use(
                    handle,
                    tx -> {
                        requireNoCompaction(tx);
                        store.removeOrphans(tx, ids);
                    });
            after = ids.getLast();
        }
    }
}
