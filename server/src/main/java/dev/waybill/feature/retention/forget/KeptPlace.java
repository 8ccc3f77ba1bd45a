package dev.waybill.feature.retention.forget;

import java.util.List;
import org.jdbi.v3.core.Handle;

/// Creates a partition for rows that are older than every existing day.
public final class KeptPlace {

    private final DayStore days = new DayStore();
    private final KeptTables tables = new KeptTables();

    /// Until the transaction ends, no day is dropped.
    public void prepare(Handle tx) {
        days.awaitLock(tx);
        for (var table : DayTable.values()) {
            var partitions = days.partitions(tx, table);
            if (partitions.kept().isEmpty() && !partitions.days().isEmpty()) {
                var until = DayTable.firstId(partitions.days().first());
                tables.attachEmpty(
                        tx, Compaction.of(table, List.of(), Compaction.BEGINNING, until));
            }
        }
    }
}
