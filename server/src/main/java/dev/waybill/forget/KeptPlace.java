package dev.waybill.forget;

import java.time.LocalDate;
import java.util.Comparator;
import org.jdbi.v3.core.Handle;

/// Sees to it that there is a place for what is older than every day.
public final class KeptPlace {

    private final DayStore days = new DayStore();
    private final Fold fold = new Fold(days);

    /// From here on until the connection is closed no day goes.
    public void prepare(Handle handle) {
        days.awaitLock(handle);
        for (var table : DayTable.values()) {
            var partitions = days.partitions(handle, table);
            if (!partitions.contains(table.kept())) {
                partitions.stream()
                        .flatMap(name -> table.dayOf(name).stream())
                        .min(Comparator.<LocalDate>naturalOrder())
                        .ifPresent(first -> fold.run(handle, table, first, Going.AS_IT_IS));
            }
        }
    }
}
