package dev.waybill.journey;

import dev.waybill.domain.IdKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Alerts that fire, for tests that cannot wait an hour for one.
public final class AlertRows {

    private AlertRows() {}

    /// Returns the id of a new alert. An alert of the same rule that fired before has resolved.
    ///
    /// @param endpoint its id; null for an alert of the service
    static String insert(Journey journey, @Nullable String endpoint, String rule) {
        try (var connection = journey.connection()) {
            return insert(connection, endpoint, rule);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /// The same on a connection of the test's own.
    public static String insert(Connection connection, @Nullable String endpoint, String rule)
            throws SQLException {
        var id = UUID.randomUUID();
        var endpointId = endpoint == null ? null : IdKind.ENDPOINT.parse(endpoint).orElseThrow();
        try (var resolve =
                        connection.prepareStatement(
                                """
                                UPDATE alert
                                   SET resolved_at = now()
                                 WHERE rule = ?
                                   AND resolved_at IS NULL
                                """);
                var insert =
                        connection.prepareStatement(
                                """
                                INSERT INTO alert (
                                           id, rule, severity, endpoint_id, app_id, mode, summary,
                                           started_at, fired_at, updated_at)
                                SELECT ?, ?, 'warning', endpoint.id, app_id, mode, 'of a test',
                                       now(), now(), now()
                                  FROM (VALUES (1)) AS one
                                  LEFT JOIN endpoint ON endpoint.id = ?
                                """)) {
            resolve.setString(1, rule);
            resolve.executeUpdate();
            insert.setObject(1, id);
            insert.setString(2, rule);
            insert.setObject(3, endpointId);
            insert.executeUpdate();
            return IdKind.ALERT.format(id);
        }
    }
}
