package dev.waybill.feature.retention.forget;

import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Creates kept partitions and exchanges them with others. Names come from an enum, the calendar
/// and the catalog of the database.
final class KeptTables {

    private static final String TRIGGER = "compaction_change";

    /// With its indexes, which would otherwise be built while the table is locked, and with a check
    /// constraint that lets the database attach it without reading its rows.
    void create(Handle tx, Compaction compaction) {
        var table = compaction.table();
        tx.execute("DROP TABLE IF EXISTS " + compaction.next());
        tx.execute(
                """
                CREATE TABLE %s (
                    LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES,
                    CHECK (%s))
                  WITH (fillfactor = %d)
                """
                        .formatted(
                                compaction.next(),
                                table.code(),
                                range(compaction),
                                table.fillFactor()));
        if (table == DayTable.DELIVERY) {
            indexForSweeping(tx, compaction.next());
        }
    }

    private static final String EXISTS = "SELECT to_regclass(:name) IS NOT NULL";

    boolean exists(Handle tx, Compaction compaction) {
        return tx.createQuery(EXISTS).bind("name", compaction.next()).mapTo(Boolean.class).one();
    }

    private static String range(Compaction compaction) {
        var key = compaction.table().key();
        var until = "%s < '%s'".formatted(key, compaction.until());
        return compaction.from().equals(Compaction.BEGINNING)
                ? until
                : "%s >= '%s' AND %s".formatted(key, compaction.from(), until);
    }

    /// Indexes of kept deliveries only, the one place where an index tests the state: resolved and
    /// ended ones, and dead letters by age, so that the sweep does not read the rows that stay.
    private static void indexForSweeping(Handle tx, String kept) {
        tx.execute("CREATE INDEX ON %s (id) WHERE %s".formatted(kept, OpenRows.CLOSED));
        tx.execute(
                "CREATE INDEX ON %s (updated_at, id) WHERE %s"
                        .formatted(kept, OpenRows.OPEN_DEAD_LETTER));
    }

    /// The parent and the replaced partitions only: others may be under VACUUM at any time.
    void lock(Handle tx, Compaction compaction) {
        var only =
                compaction.sources().stream()
                        .map(source -> "ONLY " + source)
                        .collect(Collectors.joining(", "));
        tx.execute(
                "LOCK TABLE ONLY %s, %s IN ACCESS EXCLUSIVE MODE"
                        .formatted(compaction.table().code(), only));
    }

    /// From now on changes of these partitions are noted.
    void noteChanges(Handle tx, Compaction compaction) {
        for (var source : compaction.sources()) {
            tx.execute(
                    """
                    CREATE OR REPLACE TRIGGER %s
                        AFTER INSERT OR UPDATE ON %s
                        FOR EACH ROW EXECUTE FUNCTION record_compaction_change('%s')
                    """
                            .formatted(TRIGGER, source, compaction.table().code()));
        }
    }

    /// Updates the planner's estimate of the size of the copy.
    void analyze(Handle tx, Compaction compaction) {
        tx.execute("ANALYZE " + compaction.next());
    }

    /// Detaches the sources and renames them to be dropped. One round trip, because the table is
    /// locked meanwhile.
    void exchange(Handle tx, Compaction compaction) {
        var table = compaction.table().code();
        var target = compaction.target();
        var detached =
                compaction.sources().stream()
                        .map(source ->
                                """
                                ALTER TABLE %s DETACH PARTITION %s;
                                ALTER TABLE %s RENAME TO forgotten_%s;
                                """
                                        .formatted(table, source, source, source))
                        .collect(Collectors.joining());
        var from =
                compaction.from().equals(Compaction.BEGINNING)
                        ? "MINVALUE"
                        : "'" + compaction.from() + "'";
        var attached =
                """
                ALTER TABLE %s RENAME TO %s;
                ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%s) TO ('%s')
                """
                        .formatted(
                                compaction.next(), target, table, target, from, compaction.until());
        tx.execute(detached + attached);
    }

    /// Restores the state before the compaction.
    void abandon(Handle tx, Compaction compaction) {
        lock(tx, compaction);
        for (var source : compaction.sources()) {
            tx.execute("DROP TRIGGER IF EXISTS %s ON %s".formatted(TRIGGER, source));
        }
        tx.execute("DROP TABLE IF EXISTS " + compaction.next());
    }

    /// An empty kept partition for everything before the existing days.
    void attachEmpty(Handle tx, Compaction place) {
        create(tx, place);
        tx.execute("ALTER TABLE %s RENAME TO %s".formatted(place.next(), place.target()));
        tx.execute(
                "ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO ('%s')"
                        .formatted(place.table().code(), place.target(), place.until()));
    }

    void drop(Handle tx, String forgotten) {
        tx.execute("DROP TABLE " + forgotten);
    }

    private static final String COLUMNS =
            """
            SELECT quote_ident(attname)
              FROM pg_attribute
             WHERE attrelid = CAST(:table AS regclass)
               AND attnum > 0
               AND NOT attisdropped
             ORDER BY attnum
            """;

    List<String> columns(Handle tx, DayTable table) {
        return tx.createQuery(COLUMNS).bind("table", table.code()).mapTo(String.class).list();
    }
}
