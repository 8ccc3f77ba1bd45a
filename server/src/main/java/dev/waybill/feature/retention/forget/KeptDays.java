package dev.waybill.feature.retention.forget;

import dev.waybill.infra.db.Database;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// The existing days of each table.
public final class KeptDays {

    private final Database database;
    private final DayStore store = new DayStore();

    public KeptDays(Database database) {
        this.database = database;
    }

    /// A table's days.
    ///
    /// @param folded whether there are kept rows
    public record Days(
            String table, LocalDate oldest, LocalDate newest, int count, boolean folded) {}

    /// Read from the catalog of PostgreSQL, independent of the size of the tables.
    public List<Days> all() {
        return database.interactive()
                .withHandle(handle -> {
                    var all = new ArrayList<Days>();
                    for (var table : DayTable.values()) {
                        var partitions = store.partitions(handle, table);
                        var days = partitions.days();
                        if (!days.isEmpty()) {
                            all.add(
                                    new Days(
                                            table.code(),
                                            days.first(),
                                            days.last(),
                                            days.size(),
                                            !partitions.kept().isEmpty()));
                        }
                    }
                    return all;
                });
    }
}
