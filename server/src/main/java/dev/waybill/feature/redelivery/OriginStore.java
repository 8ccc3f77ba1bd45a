package dev.waybill.feature.redelivery;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads the deliveries that are to be repeated.
final class OriginStore {

    /// A delivery and where it is in its life. A terminal state stays as it is.
    record Origin(DeliveryState state, RedeliveryRequest again) {}

    private static final String FIND =
            """
            SELECT d.id, d.app_id, d.mode, d.event_id, d.event_type, d.endpoint_id, d.state,
                   d.expires_at
              FROM delivery d
              JOIN event e ON e.id = d.event_id
             WHERE d.id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR d.app_id = CAST(:app_id AS uuid))
               AND d.mode = :mode
            """;

    Optional<Origin> find(Handle tx, UUID id, Scope scope, Instant notBefore) {
        return tx.createQuery(FIND)
                .bind("id", id)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .map((row, _) -> read(row, notBefore))
                .findOne();
    }

    private static Origin read(ResultSet row, Instant notBefore) throws SQLException {
        return new Origin(
                DeliveryState.of(row.getString("state")).orElseThrow(),
                new RedeliveryRequest(
                        row.getObject("event_id", UUID.class),
                        row.getString("event_type"),
                        row.getObject("app_id", UUID.class),
                        Mode.of(row.getString("mode")).orElseThrow(),
                        EventRow.instant(row, "expires_at"),
                        row.getObject("endpoint_id", UUID.class),
                        row.getObject("id", UUID.class),
                        notBefore,
                        null));
    }
}
