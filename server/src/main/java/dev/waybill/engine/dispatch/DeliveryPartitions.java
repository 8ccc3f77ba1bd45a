package dev.waybill.engine.dispatch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// The partitions of `delivery`, for scans that visit one after another.
final class DeliveryPartitions {

    /// The SQLSTATE of a missing table.
    private static final String UNDEFINED_TABLE = "42P01";

    private DeliveryPartitions() {}

    // regclass quotes and qualifies a name where necessary.
    private static final String NAMES =
            """
            SELECT inhrelid::regclass::text AS name
              FROM pg_inherits
             WHERE inhparent = 'delivery'::regclass
               AND NOT inhdetachpending
             ORDER BY name
            """;

    /// The names of all partitions, days first, in order.
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

    /// The partitions that hold any row in an ordered lane. One statement asks all of them: most
    /// hold none, and a statement costs more than one lookup.
    static List<String> withLanes(Connection connection, List<String> names) throws SQLException {
        if (names.isEmpty()) {
            return names;
        }
        var looks = new StringJoiner(" UNION ALL ");
        for (int i = 0; i < names.size(); i++) {
            // In the order of the index of lanes.
            looks.add(
                    """
                    (SELECT %d
                       FROM %s
                      WHERE lane IS NOT NULL
                      ORDER BY endpoint_id, lane, lane_sequence
                      LIMIT 1)
                    """
                            .formatted(i, names.get(i)));
        }
        try (var statement = connection.prepareStatement(looks.toString());
                var rows = statement.executeQuery()) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(names.get(rows.getInt(1)));
            }
            return found;
        } catch (SQLException e) {
            if (dropped(e)) {
                // The error does not name the dropped partition. The scan visits each one and
                // notices it then.
                return names;
            }
            throw e;
        }
    }

    /// Whether a statement failed because its partition was dropped since its name was read.
    static boolean dropped(SQLException e) {
        return UNDEFINED_TABLE.equals(e.getSQLState());
    }
}
