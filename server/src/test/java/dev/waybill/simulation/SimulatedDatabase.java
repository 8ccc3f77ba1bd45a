package dev.waybill.simulation;

import dev.waybill.infra.db.Database;
import dev.waybill.testing.TestDatabase;
import dev.waybill.testing.Vaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A real database whose clock is ours, with a journal of every change of a delivery.
/// `clock_timestamp()` is found in a schema before PostgreSQL's own, so that the statements need
/// not change.
final class SimulatedDatabase implements AutoCloseable {

    private static final int CONNECTIONS = 12;

    private static final List<String> SET_UP =
            List.of(
                    "CREATE SCHEMA simulation",
                    "CREATE UNLOGGED SEQUENCE simulation.clock MINVALUE 0",
                    """
                    CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz
                    LANGUAGE sql VOLATILE
                    AS $$ SELECT timestamptz 'epoch' + last_value * interval '1 microsecond'
                            FROM simulation.clock $$
                    """,
                    """
                    CREATE UNLOGGED TABLE simulation.journal (
                        entry           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                        delivery_id     uuid NOT NULL,
                        state_before    text,
                        state_after     text NOT NULL,
                        lease_before    uuid,
                        lease_after     uuid,
                        attempts_before integer,
                        attempts_after  integer NOT NULL)
                    """,
                    """
                    CREATE FUNCTION simulation.note() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        INSERT INTO simulation.journal (
                            delivery_id, state_before, state_after, lease_before, lease_after,
                            attempts_before, attempts_after)
                        VALUES (NEW.id, OLD.state, NEW.state, OLD.lease, NEW.lease,
                                OLD.attempts, NEW.attempts);
                        RETURN NULL;
                    END $$
                    """,
                    """
                    INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
                    VALUES ('00000000-0000-7000-8000-0000000000c0', 'crowd', 'Crowd',
                            now(), now(), 1),
                           ('00000000-0000-7000-8000-0000000000c1', 'neighbour', 'Neighbour',
                            now(), now(), 1)
                    """,
                    """
                    CREATE TRIGGER note AFTER INSERT OR UPDATE ON delivery
                    FOR EACH ROW EXECUTE FUNCTION simulation.note()
                    """);

    /// The tables that a history reads at its end, with the dropped rows.
    private static final List<String> GONE =
            List.of(
                    """
                    CREATE UNLOGGED TABLE simulation.gone (
                        entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                        kind  text NOT NULL,
                        key   text NOT NULL,
                        at    timestamptz NOT NULL DEFAULT simulation.clock_timestamp(),
                        image jsonb NOT NULL)
                    """,
                    """
                    CREATE FUNCTION simulation.key_of(kind text, image jsonb) RETURNS text
                    LANGUAGE sql IMMUTABLE
                    RETURN CASE kind
                           WHEN 'attempt'
                           THEN (image ->> 'delivery_id') || ' ' || (image ->> 'attempt')
                           WHEN 'dead_letter_note'
                           THEN (image ->> 'delivery_id') || ' ' || (image ->> 'number')
                           ELSE image ->> 'id' END
                    """,
                    """
                    CREATE FUNCTION simulation.note_gone() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        INSERT INTO simulation.gone (kind, key, image)
                        SELECT TG_ARGV[0], simulation.key_of(TG_ARGV[0], to_jsonb(OLD)),
                               to_jsonb(OLD);
                        RETURN NULL;
                    END $$
                    """);

    /// Few of the many partitions; emptying all would take longer than most histories.
    private static final String FILLED =
            """
            SELECT oid::regclass
              FROM pg_class
             WHERE relnamespace IN ('public'::regnamespace, 'simulation'::regnamespace)
               AND relkind = 'r'
               AND relname NOT IN ('app', 'routing', 'feed', 'version_history', 'encryption_key')
               AND relname NOT LIKE 'flyway%'
               AND pg_relation_size(oid) > 0
             ORDER BY relname
            """;

    /// Every table with something in it, and its columns.
    private static final String TABLES =
            """
            SELECT c.oid::regclass || ' ' || string_agg(quote_ident(attname), ', ' ORDER BY attnum)
              FROM pg_class c
              JOIN pg_attribute
                ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
             WHERE relnamespace IN ('public'::regnamespace, 'simulation'::regnamespace)
               AND relkind = 'r'
               AND relname NOT LIKE 'flyway%'
               AND pg_relation_size(c.oid) > 0
             GROUP BY c.oid, relname
             ORDER BY relname
            """;

    private final TestDatabase db = TestDatabase.create();
    private final Database pool;
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();
    private final Map<String, String> copied = new LinkedHashMap<>();
    private final Layout layout;
    private Layout copiedLayout;
    private long clockMicros;
    private long timeline;

    SimulatedDatabase() {
        Vaults.introduce(db);
        SET_UP.forEach(db::execute);
        GONE.forEach(db::execute);
        for (var table : List.of("event", "delivery", "attempt")) {
            db.execute(viewOfEvery(table));
            db.execute(
                    "CREATE TRIGGER note_gone AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION"
                                    .formatted(table)
                            + " simulation.note_gone('%s')".formatted(table));
        }
        this.layout = Layout.read(db);
        this.copiedLayout = layout;
        var name = db.rows("SELECT current_database()").getFirst();
        // New tables are made in the first of them.
        db.execute("ALTER DATABASE " + name + " SET search_path = public, simulation, pg_catalog");
        // This server is never killed.
        db.execute("ALTER DATABASE " + name + " SET synchronous_commit = off");
        // For every history begins with nothing in it.
        db.execute("ALTER TABLE audit DISABLE TRIGGER USER");
        this.pool = new Database(db.url());
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                idle.push(pool.engine());
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The rows there are, and the last image of those that are gone.
    private static String viewOfEvery(String table) {
        return """
        CREATE VIEW simulation.every_%1$s AS
        SELECT %1$s.*, NULL::timestamptz AS gone_at
          FROM %1$s
         UNION ALL
        SELECT past.*, last.at
          FROM (SELECT DISTINCT ON (key) key, at, image
                  FROM simulation.gone
                 WHERE kind = '%1$s'
                 ORDER BY key, entry DESC) AS last
         CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, last.image) AS past
         WHERE NOT EXISTS (
                   SELECT
                     FROM %1$s AS present
                    WHERE simulation.key_of('%1$s', to_jsonb(present)) = last.key)
        """
                .formatted(table);
    }

    /// For the simulation itself, without faults.
    TestDatabase books() {
        return db;
    }

    /// As if nothing had ever happened. Truncated, so that rows lie where they would in a new
    /// database: where two are equal, their place decides which comes first.
    ///
    /// @param withDaysMade whether days that earlier histories made may stay: to make them again
    ///   takes time, and only who forgets days can tell
    void reset(boolean withDaysMade) {
        setTimeline(1);
        var now = Layout.read(db);
        (withDaysMade ? layout.withDaysOf(now) : layout).restore(db, now);
        var filled = db.rows(FILLED);
        if (!filled.isEmpty()) {
            db.execute("TRUNCATE " + String.join(", ", filled) + " CASCADE");
        }
    }

    /// Keeps a copy of everything, like a standby that is about to fall behind.
    void copy() {
        db.execute("DROP SCHEMA IF EXISTS copy CASCADE");
        db.execute("CREATE SCHEMA copy");
        copied.clear();
        copiedLayout = Layout.read(db);
        for (var row : db.rows(TABLES)) {
            var table = row.substring(0, row.indexOf(' '));
            copied.put(table, row.substring(row.indexOf(' ') + 1));
            db.execute("CREATE TABLE copy.%s AS TABLE %s".formatted(bare(table), table));
        }
    }

    /// Restores the state of the copy: later commits are lost.
    void goBack() {
        copiedLayout.restore(db, Layout.read(db));
        db.database()
                .interactive()
                .useTransaction(tx -> {
                    // No trigger records the restored rows: its records are restored as well.
                    tx.execute("SET LOCAL session_replication_role = replica");
                    var filled =
                            tx.createQuery(TABLES).mapTo(String.class).stream()
                                    .map(row -> row.substring(0, row.indexOf(' ')))
                                    .toList();
                    tx.execute("TRUNCATE " + String.join(", ", filled) + " CASCADE");
                    copied.forEach((table, columns) -> tx.execute(insertion(table, columns)));
                });
    }

    private static String insertion(String table, String columns) {
        return "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE".formatted(table, columns)
                + " SELECT %s FROM copy.%s".formatted(columns, bare(table));
    }

    /// A promotion begins a new one.
    void setTimeline(long next) {
        if (timeline != next) {
            db.setTimeline(next);
            timeline = next;
        }
    }

    private static String bare(String table) {
        return table.substring(table.indexOf('.') + 1);
    }

    /// Keeps an image of all rows of a table that is about to be dropped, in the same transaction.
    void keepImages(Connection tx, String table) throws SQLException {
        var kind = table.replaceFirst("^forgotten_", "").replaceFirst("_(kept_)?[0-9]{8}$", "");
        try (var statement = tx.createStatement()) {
            statement.execute(
                    """
                    INSERT INTO simulation.gone (kind, key, image)
                    SELECT '%1$s', simulation.key_of('%1$s', to_jsonb(dropped)), to_jsonb(dropped)
                      FROM %2$s AS dropped
                    """
                            .formatted(kind, table));
        }
    }

    /// Whether an activity with a connection may rest: the others need some too.
    boolean hasSpareConnections() {
        return idle.size() > CONNECTIONS / 2;
    }

    Connection take() {
        return idle.pop();
    }

    void giveBack(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        idle.push(connection);
    }

    /// Sets the database's clock.
    void setClock(Instant now) throws SQLException {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now);
        if (micros == clockMicros) {
            return;
        }
        var connection = take();
        try (var statement = connection.prepareStatement("SELECT setval('simulation.clock', ?)")) {
            statement.setLong(1, micros);
            statement.execute();
            clockMicros = micros;
        } finally {
            giveBack(connection);
        }
    }

    @Override
    public void close() {
        pool.close();
        db.close();
    }
}
