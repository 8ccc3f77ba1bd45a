package dev.waybill.feature.retention.forget;

import dev.waybill.feature.retention.forget.Compaction.Phase;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Replaces partitions by one that holds only their kept rows, in steps that are each a short
/// transaction:
///
/// 1. begin: the table is locked for a moment, which shows that it can be; then it is locked again,
///    and from then on every change of these partitions is noted;
/// 2. copy the kept rows, a batch at a time, without locking a row;
/// 3. archive the other rows if required, an archive at a time;
/// 4. exchange: with the table locked, the rows that changed since are copied again, a few, and the
///    partitions are exchanged.
///
/// A step that fails changes nothing; the next one reads the progress and continues. So a table
/// that is in use does not cause rows to be copied or archived twice.
final class Compactor {

    /// Takes some milliseconds and blocks no other transaction. A delivery may have tens of
    /// attempts, and an event a quarter of a megabyte.
    private static final int BATCH = 100;

    /// How many changed rows may be copied while the table is locked: a few milliseconds.
    static final int CHANGES_UNDER_LOCK_MAX = 100;

    /// The last step of a compaction, for tests that interrupt it there.
    @FunctionalInterface
    interface Witness {
        void after(String step);
    }

    private final DayStore days;
    private final ExclusiveSteps steps;
    private final ArchiveStep archive;
    private final Witness witness;
    private final CompactionStore store = new CompactionStore();
    private final CopyStore copies = new CopyStore();
    private final KeptTables tables = new KeptTables();

    Compactor(DayStore days, ExclusiveSteps steps, ArchiveStep archive, Witness witness) {
        this.days = days;
        this.steps = steps;
        this.archive = archive;
        this.witness = witness;
    }

    void begin(Handle handle, Compaction compaction) throws IOException {
        steps.use(
                handle,
                tx -> {
                    if (canBegin(tx, compaction)) {
                        tables.lock(tx, compaction);
                    }
                });
        steps.use(
                handle,
                tx -> {
                    if (canBegin(tx, compaction)) {
                        tables.create(tx, compaction);
                    }
                });
        witness.after("create");
        steps.use(
                handle,
                tx -> {
                    if (canBegin(tx, compaction) && tables.exists(tx, compaction)) {
                        // A transaction that creates a delivery of an old event has ended before
                        // this lock, or sees the row and notes the event.
                        tables.lock(tx, compaction);
                        tables.noteChanges(tx, compaction);
                        store.clearChanges(tx, compaction.table());
                        store.insert(tx, compaction);
                    }
                });
        witness.after("begin");
    }

    /// Unless another process has begun or even finished it.
    private boolean canBegin(Handle tx, Compaction compaction) {
        return store.find(tx, compaction.table()).isEmpty()
                && days.partitions(tx, compaction.table()).contains(compaction.sources());
    }

    /// Completes a compaction that was begun.
    void finish(Handle handle, DayTable table) throws IOException {
        while (steps.run(handle, tx -> step(tx, table))) {
            witness.after("step");
        }
        witness.after(table.code());
    }

    /// One step; false if there is nothing left to do.
    private boolean step(Handle tx, DayTable table) throws IOException {
        var found = store.find(tx, table);
        if (found.isEmpty()) {
            return false;
        }
        var compaction = found.get();
        switch (compaction.phase()) {
            case COPYING -> store.advance(tx, copyBatch(tx, compaction));
            case ARCHIVING -> store.advance(tx, archiveSome(tx, compaction));
            case READY -> {
                if (applyChanges(tx, compaction, BATCH) < CHANGES_UNDER_LOCK_MAX) {
                    exchange(tx, compaction);
                }
            }
        }
        return true;
    }

    private Compaction copyBatch(Handle tx, Compaction compaction) {
        var keys = keysToCopy(tx, compaction);
        if (!keys.isEmpty()) {
            copy(tx, compaction, keys);
            return compaction.at(Phase.COPYING, keys.getLast());
        }
        if (compaction.table() != DayTable.EVENT) {
            copy(tx, compaction, copies.underWay(tx, compaction));
        }
        tables.analyze(tx, compaction);
        boolean archived =
                compaction.table() == DayTable.DELIVERY
                        && archive.scope() == ArchiveStep.Scope.EVERYTHING;
        return compaction.at(archived ? Phase.ARCHIVING : Phase.READY, Compaction.BEGINNING);
    }

    private List<UUID> keysToCopy(Handle tx, Compaction compaction) {
        return switch (compaction.table()) {
            case DELIVERY, ATTEMPT, DEAD_LETTER_NOTE ->
                    copies.keptDeliveries(tx, compaction, deliveriesKeptUntil(tx), BATCH);
            case EVENT -> copies.usedEvents(tx, compaction, BATCH);
        };
    }

    private Compaction archiveSome(Handle tx, Compaction compaction) throws IOException {
        var going =
                copies.goingDeliveries(
                        tx, compaction, deliveriesKeptUntil(tx), archive.deliveriesMax());
        if (going.isEmpty()) {
            return compaction.at(Phase.READY, Compaction.BEGINNING);
        }
        int archived = archive.archive(tx, going);
        return compaction.at(Phase.ARCHIVING, going.get(archived - 1));
    }

    private void exchange(Handle tx, Compaction compaction) {
        tables.lock(tx, compaction);
        if (applyChanges(tx, compaction, CHANGES_UNDER_LOCK_MAX) < CHANGES_UNDER_LOCK_MAX) {
            tables.exchange(tx, compaction);
            store.delete(tx, compaction.table());
        }
        // Otherwise there may be more: the lock is released first, and the next step copies them.
        witness.after("exchange");
    }

    /// Returns how many changes were noted.
    private int applyChanges(Handle tx, Compaction compaction, int limit) {
        var changed = store.takeChanges(tx, compaction.table(), limit);
        if (!changed.isEmpty()) {
            copy(tx, compaction, changed.stream().distinct().sorted().toList());
        }
        return changed.size();
    }

    private void copy(Handle tx, Compaction compaction, List<UUID> keys) {
        copies.copy(tx, compaction, tables.columns(tx, compaction.table()), keys);
    }

    private UUID deliveriesKeptUntil(Handle tx) {
        return days.partitions(tx, DayTable.DELIVERY).keptUntil();
    }

    /// Abandons a compaction; the partitions are unchanged.
    void abandon(Handle handle, DayTable table) throws IOException {
        steps.use(
                handle,
                tx -> {
                    store.find(tx, table)
                            .ifPresent(compaction -> {
                                tables.abandon(tx, compaction);
                                store.delete(tx, table);
                                store.clearChanges(tx, table);
                            });
                });
    }
}
