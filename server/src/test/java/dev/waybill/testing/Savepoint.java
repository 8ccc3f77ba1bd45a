package dev.waybill.testing;

import java.util.List;
import org.jdbi.v3.core.Handle;

/// The rows of a database at a moment, to which it can go back while it is in use: as after the
/// promotion of a replica that had not received the last transactions, or after a restored backup.
public final class Savepoint {

    // Partitioned tables by their parents.
    private static final String TABLES =
            """
            SELECT relname
              FROM pg_class
             WHERE relnamespace = 'public'::regnamespace
               AND relkind IN ('r', 'p')
               AND NOT relispartition
               AND relname <> 'schema_version'
            """;

    private final TestDatabase db;
    private final List<String> tables;

    private Savepoint(TestDatabase db, List<String> tables) {
        this.db = db;
        this.tables = tables;
    }

    /// One at a time for each database.
    public static Savepoint of(TestDatabase db) {
        var tables = db.rows(TABLES);
        db.database()
                .interactive()
                .useTransaction(tx -> {
                    tx.execute("DROP SCHEMA IF EXISTS savepoint CASCADE");
                    tx.execute("CREATE SCHEMA savepoint");
                    for (var table : tables) {
                        tx.execute(
                                "CREATE TABLE savepoint.%1$s AS SELECT kept.* FROM public.%1$s kept"
                                        .formatted(table));
                    }
                });
        return new Savepoint(db, tables);
    }

    /// Undoes everything that was committed since.
    public void restore() {
        db.database().interactive().useTransaction(this::restore);
    }

    private void restore(Handle tx) {
        // No triggers: they would note the restoration as a change.
        tx.execute("SET LOCAL session_replication_role = replica");
        for (var table : tables) {
            tx.execute("DELETE FROM public." + table);
            // Also into columns that number their rows by themselves.
            tx.execute(
                    """
                    INSERT INTO public.%1$s (%2$s) OVERRIDING SYSTEM VALUE
                    SELECT %2$s FROM savepoint.%1$s
                    """
                            .formatted(table, stored(tx, table)));
        }
    }

    private static final String STORED =
            """
            SELECT string_agg(quote_ident(attname), ', ')
              FROM pg_attribute
             WHERE attrelid = CAST('public.' || quote_ident(:table) AS regclass)
               AND attnum > 0
               AND NOT attisdropped
               AND attgenerated = ''
            """;

    /// The columns of a table, without those that PostgreSQL computes from others.
    private static String stored(Handle tx, String table) {
        return tx.createQuery(STORED).bind("table", table).mapTo(String.class).one();
    }
}
