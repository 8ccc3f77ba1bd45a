package dev.waybill.feature.retention.forget;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads and writes the progress of compactions, and the changes noted during them.
final class CompactionStore {

    private static final String FIND =
            """
            SELECT sources, from_id, until_id, phase, position
              FROM compaction
             WHERE table_name = :table
            """;

    Optional<Compaction> find(Handle handle, DayTable table) {
        return handle.createQuery(FIND)
                .bind("table", table.code())
                .map((row, _) ->
                        new Compaction(
                                table,
                                List.of((String[]) row.getArray("sources").getArray()),
                                row.getObject("from_id", UUID.class),
                                row.getObject("until_id", UUID.class),
                                Compaction.Phase.valueOf(
                                        row.getString("phase").toUpperCase(Locale.ROOT)),
                                row.getObject("position", UUID.class)))
                .findOne();
    }

    private static final String ANY = "SELECT EXISTS (SELECT FROM compaction)";

    /// Whether a compaction of any table is in progress.
    boolean any(Handle tx) {
        return tx.createQuery(ANY).mapTo(Boolean.class).one();
    }

    private static final String INSERT =
            """
            INSERT INTO compaction (table_name, sources, from_id, until_id, phase, position)
            VALUES (:table, :sources, :from, :until, :phase, :position)
            """;

    void insert(Handle tx, Compaction compaction) {
        tx.createUpdate(INSERT)
                .bind("table", compaction.table().code())
                .bind("sources", compaction.sources().toArray(String[]::new))
                .bind("from", compaction.from())
                .bind("until", compaction.until())
                .bind("phase", compaction.phase().code())
                .bind("position", compaction.position())
                .execute();
    }

    private static final String ADVANCE =
            """
            UPDATE compaction
               SET phase = :phase,
                   position = :position
             WHERE table_name = :table
            """;

    void advance(Handle tx, Compaction compaction) {
        tx.createUpdate(ADVANCE)
                .bind("table", compaction.table().code())
                .bind("phase", compaction.phase().code())
                .bind("position", compaction.position())
                .execute();
    }

    private static final String DELETE = "DELETE FROM compaction WHERE table_name = :table";

    void delete(Handle tx, DayTable table) {
        tx.createUpdate(DELETE).bind("table", table.code()).execute();
    }

    private static final String TAKE_CHANGES =
            """
            DELETE FROM compaction_journal
             WHERE number IN (
                       SELECT number
                         FROM compaction_journal
                        WHERE table_name = :table
                        ORDER BY number
                        LIMIT :limit)
            RETURNING id
            """;

    /// Removes and returns the ids of rows that were added or changed.
    List<UUID> takeChanges(Handle tx, DayTable table, int limit) {
        return tx.createQuery(TAKE_CHANGES)
                .bind("table", table.code())
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    private static final String CLEAR_CHANGES =
            "DELETE FROM compaction_journal WHERE table_name = :table";

    void clearChanges(Handle tx, DayTable table) {
        tx.createUpdate(CLEAR_CHANGES).bind("table", table.code()).execute();
    }
}
