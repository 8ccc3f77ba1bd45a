package dev.waybill.feature.deliveries;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;

/// The index by which a list of deliveries is read: the one with the fewest other rows. Remaining
/// conditions are checked for each row.
enum DeliveryScan {
    /// All deliveries.
    ALL("SELECT id FROM delivery"),

    /// Deliveries to one endpoint. An endpoint of another app is treated as missing: not even a
    /// cursor may reveal that it has deliveries.
    ENDPOINT(
            """
            SELECT id
              FROM delivery
             WHERE endpoint_id = CAST(:endpoint_id AS uuid)
               AND EXISTS (
                       SELECT
                         FROM endpoint
                        WHERE endpoint.id = CAST(:endpoint_id AS uuid)
                          AND (CAST(:app_id AS uuid) IS NULL
                               OR endpoint.app_id = CAST(:app_id AS uuid)))
            """),

    /// Deliveries of an app that are pending or ended in another state than delivered.
    UNDELIVERED(
            """
            SELECT id
              FROM delivery
             WHERE app_id = CAST(:app_id AS uuid)
               AND mode = :mode
               AND (reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL)
            """),

    /// The same for all apps.
    UNDELIVERED_OF_ALL(
            """
            SELECT id
              FROM delivery
             WHERE mode = :mode
               AND (reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL)
            """),

    /// Deliveries that are or recently were under a lease.
    LEASED("SELECT DISTINCT unnest(delivery_ids) AS id FROM lease"),

    /// Deliveries of the test mode, or of an app other than the default one: few among many.
    APART(
            """
            SELECT id
              FROM delivery
             WHERE app_id = CAST(:app_id AS uuid)
               AND mode = :mode
               AND (mode = 'test' OR NOT is_default_app(app_id))
            """),

    /// Deliveries of the test mode, of all apps.
    TEST("SELECT id FROM delivery WHERE mode = 'test'"),

    /// Open dead letters of all apps.
    LETTERS(
            """
            SELECT id
              FROM delivery
             WHERE mode = :mode
               AND is_open_dead_letter(reason, dead_letter_resolved_at)
            """),

    /// Open dead letters of one endpoint.
    LETTERS_OF_ENDPOINT(ENDPOINT.sql + " AND is_open_dead_letter(reason, dead_letter_resolved_at)");

    private final String sql;

    DeliveryScan(String sql) {
        this.sql = sql;
    }

    /// The ids that the scan finds.
    String sql() {
        return sql;
    }

    static DeliveryScan of(Scope scope, DeliveryFilter filter) {
        if (filter.state() == DeliveryState.IN_FLIGHT) {
            return LEASED;
        }
        if (DeliveryFilter.OPEN.equals(filter.deadLetter())) {
            return openLetters(scope, filter);
        }
        boolean undelivered = filter.state() != null && filter.state() != DeliveryState.DELIVERED;
        if (undelivered || filter.reasons() != null || filter.deadLetter() != null) {
            return scope.appId() == null ? UNDELIVERED_OF_ALL : UNDELIVERED;
        }
        if (filter.endpointId() != null) {
            return ENDPOINT;
        }
        boolean test = scope.mode() == Mode.TEST;
        if (scope.appId() == null) {
            return test ? TEST : ALL;
        }
        return test || !scope.appId().equals(Apps.DEFAULT) ? APART : ALL;
    }

    private static DeliveryScan openLetters(Scope scope, DeliveryFilter filter) {
        if (filter.endpointId() != null) {
            return LETTERS_OF_ENDPOINT;
        }
        return scope.appId() == null ? LETTERS : UNDELIVERED;
    }
}
