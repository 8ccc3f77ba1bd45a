package dev.waybill.dispatch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The partitions of `delivery`, for scans that visit one after the other.
final class DeliveryPartitions {

    /// What PostgreSQL calls a table that is not there.
    private static final String UNDEFINED_TABLE = "42P01";

    private DeliveryPartitions() {}

    // As regclass, a name is quoted, and qualified where it must be.
    private static final String NAMES =
            """
            SELECT inhrelid::regclass::text AS name
              FROM pg_inherits
             WHERE inhparent = 'delivery'::regclass
               AND NOT inhdetachpending
             ORDER BY name
            """;

    /// The names of all there are, days first and in their order.
    static List<String> names(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(NAMES);
                var rows = statement.executeQuery()) {
            var names = new ArrayList<String>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    /// Whether a statement failed because its partition was dropped since its name was read.
    static boolean dropped(SQLException e) {
        return UNDEFINED_TABLE.equals(e.getSQLState());
    }
}
