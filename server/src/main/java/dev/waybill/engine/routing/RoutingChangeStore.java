package dev.waybill.engine.routing;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.infra.db.SqlArrays;
import dev.waybill.infra.log.LogScope;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the changes of endpoints since a version of the routing table.
final class RoutingChangeStore {

    private static final Logger LOG = LoggerFactory.getLogger(RoutingChangeStore.class);

    /// The changes in the database since the version in memory.
    ///
    /// @param timeline of the server; a promotion changes it
    /// @param complete whether these are all endpoints. They are if the version in memory is not
    ///   part of the history of the database: the database has gone back, or memory is too far
    ///   behind
    /// @param unreadable endpoints that another version of Waybill wrote and this one cannot read
    record Changes(
            long version,
            UUID mark,
            long catalogVersion,
            long timeline,
            boolean complete,
            List<Endpoint> endpoints,
            List<Unreadable> unreadable) {}

    /// An endpoint that cannot be read, except for its app and its deletion.
    record Unreadable(UUID id, UUID appId, boolean deleted) {}

    // One statement, so that versions and rows belong to one snapshot. Deleted endpoints matter
    // only to a process that knows them.
    private static final String CHANGES_SINCE =
            """
            SELECT routing.version, routing.mark, routing.catalog_version,
                   wal_timeline() AS timeline, known.version AS known_version, %s
              FROM routing
              LEFT JOIN version_history AS known
                ON known.subject = 'routing'
               AND known.version = ?
               AND known.mark = ?
              LEFT JOIN endpoint
                ON endpoint.routing_version > COALESCE(known.version, 0)
               AND (endpoint.deleted_at IS NULL OR known.version IS NOT NULL)
            """
                    .formatted(EndpointStore.COLUMNS);

    Changes changesSince(Connection connection, long version, UUID mark) throws SQLException {
        try (var statement = connection.prepareStatement(CHANGES_SINCE)) {
            new SqlArrays(statement).number(version).uuid(mark);
            try (var rows = statement.executeQuery()) {
                rows.next();
                long latest = rows.getLong("version");
                var latestMark = rows.getObject("mark", UUID.class);
                long catalog = rows.getLong("catalog_version");
                long timeline = rows.getLong("timeline");
                boolean complete = rows.getString("known_version") == null;
                var endpoints = new ArrayList<Endpoint>();
                var unreadable = new ArrayList<Unreadable>();
                do {
                    if (rows.getString("id") != null) {
                        readOne(rows, endpoints, unreadable);
                    }
                } while (rows.next());
                return new Changes(
                        latest, latestMark, catalog, timeline, complete, endpoints, unreadable);
            }
        }
    }

    /// An endpoint that cannot be read does not prevent the others from being read.
    private static void readOne(
            ResultSet row, List<Endpoint> endpoints, List<Unreadable> unreadable)
            throws SQLException {
        try {
            endpoints.add(EndpointStore.read(row));
        } catch (RuntimeException e) {
            var id = row.getObject("id", UUID.class);
            LOG.atError()
                    .addKeyValue(LogScope.ENDPOINT_ID, IdKind.ENDPOINT.format(id))
                    .setCause(e)
                    .log("an endpoint cannot be read and is left out");
            unreadable.add(
                    new Unreadable(
                            id,
                            row.getObject("app_id", UUID.class),
                            row.getTimestamp("deleted_at") != null));
        }
    }
}
