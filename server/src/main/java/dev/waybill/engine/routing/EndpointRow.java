package dev.waybill.engine.routing;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.endpoint.Standing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads an endpoint from a row.
final class EndpointRow {

    /// The columns that [#read] needs.
    static final String COLUMNS =
            """
            id, app_id, mode, url, description, event_types, retry_policy, timeout_ms,
                   max_in_flight, rate_limit, disable_after_failures, pause_after_seconds,
                   ordering, on_exhausted, owner_email, signature, secret_sealed, public_key,
                   previous_signature, previous_secret_sealed, previous_secret_until,
                   header_names, headers_sealed, state, state_reason, state_since, paused_ms,
                   created_at, updated_at, deleted_at\
            """;

    private EndpointRow() {}

    static Endpoint read(ResultSet row) throws SQLException {
        return new Endpoint(
                row.getObject("id", UUID.class),
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                settings(row),
                credentials(row),
                new Standing(
                        EndpointState.of(row.getString("state")).orElseThrow(),
                        row.getString("state_reason"),
                        instant(row, "state_since"),
                        Duration.ofMillis(row.getLong("paused_ms"))),
                instant(row, "created_at"),
                instant(row, "updated_at"),
                row.getTimestamp("deleted_at") != null);
    }

    private static EndpointSettings settings(ResultSet row) throws SQLException {
        return new EndpointSettings(
                row.getString("url"),
                row.getString("description"),
                List.of((String[]) row.getArray("event_types").getArray()),
                row.getString("retry_policy"),
                new DeliveryLimits(
                        Duration.ofMillis(row.getInt("timeout_ms")),
                        row.getInt("max_in_flight"),
                        row.getObject("rate_limit", Double.class)),
                new HealthRules(
                        row.getObject("disable_after_failures", Integer.class),
                        duration(row.getObject("pause_after_seconds", Integer.class))),
                new OrderRules(
                        Ordering.of(row.getString("ordering")).orElseThrow(),
                        OnExhausted.of(row.getString("on_exhausted")).orElseThrow()),
                row.getString("owner_email"));
    }

    private static Credentials credentials(ResultSet row) throws SQLException {
        var previous = row.getString("previous_signature");
        return new Credentials(
                new Credentials.Secret(
                        scheme(row.getString("signature")),
                        row.getBytes("secret_sealed"),
                        row.getString("public_key")),
                previous == null
                        ? null
                        : new Credentials.Previous(
                                scheme(previous),
                                row.getBytes("previous_secret_sealed"),
                                instant(row, "previous_secret_until")),
                new Credentials.Headers(
                        List.of((String[]) row.getArray("header_names").getArray()),
                        row.getBytes("headers_sealed")));
    }

    private static SignatureScheme scheme(String code) {
        return SignatureScheme.of(code).orElseThrow();
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    private static @Nullable Duration duration(@Nullable Integer seconds) {
        return seconds == null ? null : Duration.ofSeconds(seconds);
    }
}
