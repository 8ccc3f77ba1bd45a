package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.TestDatabase;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.regex.Pattern;

/// The cost of a statement of the engine, independent of the machine: the pages it reads.
final class PagesRead {

    private static final Pattern PAGES = Pattern.compile("Buffers: shared hit=(\\d+)");

    private PagesRead() {}

    @FunctionalInterface
    interface Binding {
        void to(PreparedStatement statement) throws SQLException;
    }

    static int by(TestDatabase db, String sql, Binding binding) throws SQLException {
        try (var connection = db.database().engine();
                var statement = connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS) " + sql)) {
            binding.to(statement);
            var plan = new StringBuilder();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
            var total = PAGES.matcher(plan);
            assertThat(total.find()).as(plan.toString()).isTrue();
            return Integer.parseInt(total.group(1));
        }
    }
}
