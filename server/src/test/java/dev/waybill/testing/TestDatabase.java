package dev.waybill.testing;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A separate migrated database, with partitions around [ManualClock#NOON]; dropped at close. One
/// for each test class: claiming and leasing need connections that see each other's commits. Tests
/// that change tables need one each.
public final class TestDatabase implements AutoCloseable {

    private static final List<String> FILLED_BY_TESTS =
            List.of(
                    "owner_notice",
                    "notification",
                    "owner_address",
                    "alert",
                    "alert_rule",
                    "alert_streak",
                    "alert_spike",
                    "alert_reading",
                    "dead_letter_note",
                    "attempt",
                    "delivery",
                    "event",
                    "lease",
                    "process",
                    "process_report",
                    "publish_key",
                    "ordering_key",
                    "ordering_floor",
                    "strict_sequence",
                    "lane_hold",
                    "idempotency_key",
                    "endpoint_owner",
                    "send_window",
                    "replay_item",
                    "replay",
                    "stat",
                    "stat_end",
                    "endpoint_state_change",
                    "endpoint_health",
                    "endpoint_pace",
                    "endpoint",
                    "session",
                    "sign_in_link",
                    "sign_in_failure",
                    "user_account",
                    "api_key",
                    "event_type",
                    "retry_policy",
                    "retry_policy_revision");

    private final TestPostgres server;
    private final String name;
    private final Database database;

    private TestDatabase(TestPostgres server, String name) {
        this.server = server;
        this.name = name;
        this.database = new Database(server.url(name));
    }

    public static TestDatabase create() {
        var server = TestPostgres.running();
        return new TestDatabase(server, server.cloneTemplate());
    }

    /// Without tables, for tests of migrations.
    public static TestDatabase createEmpty() {
        var server = TestPostgres.running();
        return new TestDatabase(server, server.createEmpty());
    }

    /// The setup that is done once for all copies of a template.
    @FunctionalInterface
    public interface Preparation {
        void prepare(TestDatabase db) throws Exception;
    }

    /// A database that others are copied from, where preparing each of them would take longer.
    public static final class Template {

        private final TestPostgres server;
        private final String name;

        private Template(TestPostgres server, String name) {
            this.server = server;
            this.name = name;
        }

        public static Template of(Preparation preparation) {
            var server = TestPostgres.running();
            var name = server.cloneTemplate();
            server.dropAtTheEnd(name);
            var db = new TestDatabase(server, name);
            try {
                preparation.prepare(db);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                // Only a database without connections can be copied.
                db.database.close();
            }
            return new Template(server, name);
        }

        public TestDatabase copy() {
            return new TestDatabase(server, server.copy(name));
        }
    }

    public DatabaseUrl url() {
        return server.url(name);
    }

    public Database database() {
        return database;
    }

    /// Runs a statement as a person at the console would, with `?` for parameters.
    public int execute(String sql, @Nullable Object... parameters) {
        return database.interactive().withHandle(handle -> handle.execute(sql, parameters));
    }

    /// Every row as text, its values joined by spaces, in the order of the query.
    public List<String> rows(String sql, @Nullable Object... parameters) {
        return database.interactive()
                .withHandle(
                        handle -> handle.select(sql, parameters).map((row, _) -> text(row)).list());
    }

    /// The single number of a query that has one.
    public long number(String sql, @Nullable Object... parameters) {
        return Long.parseLong(rows(sql, parameters).getFirst());
    }

    /// As a promotion would: from now on the server is on this timeline, as far as we look.
    public void setTimeline(long timeline) {
        execute(
                "CREATE OR REPLACE FUNCTION wal_timeline() RETURNS bigint LANGUAGE sql VOLATILE"
                        + " RETURN "
                        + timeline
                        + "::bigint");
    }

    /// Empties every table that tests write to. Row by row: there are few, and truncating all
    /// partitions takes longer.
    public void clear() {
        for (var table : FILLED_BY_TESTS) {
            execute("DELETE FROM " + table);
        }
        execute("DELETE FROM notification_channel WHERE kind NOT IN ('log', 'webhook')");
        execute(
                "UPDATE alert_evaluation SET evaluated_at = NULL, spans_until = NULL,"
                        + " changes_until = NULL");
        execute("DELETE FROM app WHERE uid NOT IN ('default', 'platform')");
        clearAudit();
    }

    /// Deletes rows that are protected by triggers: ids of tests are reused.
    private void clearAudit() {
        database.interactive()
                .useTransaction(tx -> {
                    tx.execute("ALTER TABLE audit DISABLE TRIGGER USER");
                    tx.execute("DELETE FROM audit");
                    tx.execute("ALTER TABLE audit ENABLE TRIGGER USER");
                });
    }

    @Override
    public void close() {
        database.close();
        server.drop(name);
    }

    private static String text(ResultSet row) throws SQLException {
        var values = new ArrayList<String>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            values.add(String.valueOf(row.getString(i)));
        }
        return String.join(" ", values);
    }
}
