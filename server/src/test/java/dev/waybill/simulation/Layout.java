package dev.waybill.simulation;

import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The partitions of the tables of days, and the tables next to them while a day is being dropped.
/// It changes within a history, so it is restored when another history begins, and when the
/// database goes back.
record Layout(List<Part> parts) {

    /// One table.
    ///
    /// @param bounds null if it is no partition
    /// @param noted whether its changes are written down, because it is being copied
    record Part(String name, String table, @Nullable String bounds, boolean noted) {

        private boolean isDay() {
            return bounds != null && !noted && name.matches(table + "_[0-9]{8}");
        }

        private Stream<String> creation() {
            // As PartitionKeeper and KeptTables do, for where rows lie decides their order.
            var created =
                    "CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS%s)"
                                    .formatted(
                                            name, table, bounds == null ? " INCLUDING INDEXES" : "")
                            + " WITH (fillfactor = %d)"
                                    .formatted(table.equals("delivery") ? 50 : 100);
            var attached = "ALTER TABLE %s ATTACH PARTITION %s %s".formatted(table, name, bounds);
            var trigger =
                    "CREATE TRIGGER compaction_change AFTER INSERT OR UPDATE ON %s".formatted(name)
                            + " FOR EACH ROW EXECUTE FUNCTION record_compaction_change('%s')"
                                    .formatted(table);
            return Stream.of(created, bounds == null ? "" : attached, noted ? trigger : "")
                    .filter(statement -> !statement.isEmpty());
        }
    }

    private static final String PARTS =
            """
            SELECT relname AS name,
                   substring(relname FROM '(delivery|attempt|dead_letter_note|event)_') AS of,
                   pg_get_expr(relpartbound, oid) AS bounds,
                   EXISTS (SELECT
                             FROM pg_trigger
                            WHERE tgrelid = pg_class.oid
                              AND tgname = 'compaction_change') AS noted
              FROM pg_class
             WHERE relnamespace = 'public'::regnamespace
               AND relkind = 'r'
               AND relname ~ ('^(forgotten_)?(delivery|attempt|dead_letter_note|event)_'
                              || '(kept_)?[0-9]{8}')
             ORDER BY relname
            """;

    static Layout read(TestDatabase db) {
        return db.database()
                .interactive()
                .withHandle(handle ->
                        new Layout(
                                handle.createQuery(PARTS)
                                        .map((row, _) ->
                                                new Part(
                                                        row.getString("name"),
                                                        row.getString("of"),
                                                        row.getString("bounds"),
                                                        row.getBoolean("noted")))
                                        .list()));
    }

    /// With the days that were made since; making them again takes longer than most histories.
    Layout withDaysOf(Layout later) {
        var all = new ArrayList<>(parts);
        later.parts.stream()
                .filter(part -> part.isDay() && !parts.contains(part))
                .forEach(all::add);
        return new Layout(List.copyOf(all));
    }

    /// Drops tables that exist only now with their rows, and creates missing ones without rows.
    void restore(TestDatabase db, Layout now) {
        var statements = new ArrayList<String>();
        now.parts.stream()
                .filter(part -> !parts.contains(part))
                .forEach(part -> statements.add("DROP TABLE " + part.name));
        parts.stream()
                .filter(part -> !now.parts.contains(part))
                .flatMap(Part::creation)
                .forEach(statements::add);
        if (!statements.isEmpty()) {
            db.database().interactive().useTransaction(tx -> statements.forEach(tx::execute));
        }
    }
}
