package dev.waybill.forget;

import dev.waybill.domain.Ids;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Folds the oldest partitions of a table into one that holds only what is to be kept. It is made
/// anew each time, so that what was closed since goes with it and nothing is ever deleted row by
/// row.
///
/// One transaction: it happened or it did not. The copying locks no more than the rows it copies;
/// the table itself is locked only for the exchange, which takes milliseconds, because what is left
/// to copy then is what changed meanwhile.
final class Fold {

    /// How many rows stayed, and which partitions went.
    record Folded(int kept, List<String> partitions) {}

    private final DayStore days;
    private final KeptStore store = new KeptStore();

    Fold(DayStore days) {
        this.days = days;
    }

    Folded run(Handle handle, DayTable table, LocalDate untilDay, Going going) {
        var until = firstId(untilDay);
        return handle.inTransaction(tx -> {
            store.limit(tx);
            var columns = store.columns(tx, table);
            store.createNext(tx, table, until);
            int kept = copy(tx, table, columns, until, going);
            store.lock(tx, table);
            kept += copyLate(tx, table, columns, until, going);
            var old =
                    days.partitions(tx, table).stream()
                            .filter(name -> goes(table, name, untilDay))
                            .toList();
            for (var partition : old) {
                store.detach(tx, table, partition);
                store.markForgotten(tx, partition);
            }
            store.attachNext(tx, table, until);
            return new Folded(kept, old);
        });
    }

    private int copy(Handle tx, DayTable table, List<String> columns, UUID until, Going going) {
        return switch (table) {
            case DELIVERY -> store.copyDeliveries(tx, columns, until, going);
            case ATTEMPT -> store.copyAttempts(tx, columns, until);
            case LETTER_NOTE -> store.copyNotes(tx, columns, until);
            case EVENT -> store.copyEvents(tx, columns, until);
        };
    }

    private int copyLate(Handle tx, DayTable table, List<String> columns, UUID until, Going going) {
        return switch (table) {
            case DELIVERY -> store.copyLateDeliveries(tx, columns, until, going);
            case ATTEMPT -> store.copyAttempts(tx, columns, until);
            case LETTER_NOTE -> store.copyNotes(tx, columns, until);
            case EVENT -> store.copyEvents(tx, columns, until);
        };
    }

    private static boolean goes(DayTable table, String partition, LocalDate until) {
        return partition.equals(table.kept())
                || table.dayOf(partition).filter(day -> day.isBefore(until)).isPresent();
    }

    static UUID firstId(LocalDate day) {
        return Ids.lowestAt(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
}
