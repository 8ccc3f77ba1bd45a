package dev.waybill.engine.routing;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
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
import dev.waybill.domain.event.EventFormat;
import dev.waybill.engine.catalog.RoutingStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// Reads and writes endpoints. A transaction that changes one also increments the routing version.
public final class EndpointStore {

    /// The columns that [#read] needs.
    static final String COLUMNS =
            """
            id, app_id, mode, url, description, event_types, retry_policy, timeout_ms,
                   max_in_flight, rate_limit, disable_after_failures, pause_after_seconds,
                   ordering, on_exhausted, owner_email, format, signature, secret_sealed,
                   public_key, previous_signature, previous_secret_sealed, previous_secret_until,
                   header_names, headers_sealed, state, state_reason, state_since, paused_ms,
                   created_at, updated_at, deleted_at\
            """;

    private final RoutingStore routing = new RoutingStore();

    public long bumpRouting(Handle tx) {
        return routing.bump(tx);
    }

    // Held until the endpoint is committed, so that the app is not deleted meanwhile.
    private static final String SHARE_APP =
            """
            SELECT id
              FROM app
             WHERE id = :id
               AND deleted_at IS NULL
               FOR SHARE
            """;

    /// Returns false if there is no such app.
    public boolean shareApp(Handle tx, UUID appId) {
        return tx.createQuery(SHARE_APP).bind("id", appId).mapTo(UUID.class).findOne().isPresent();
    }

    private static final String HAS_AS_MANY =
            """
            SELECT EXISTS (
                SELECT
                  FROM endpoint
                 WHERE app_id = :app_id
                   AND mode = :mode
                   AND deleted_at IS NULL
                OFFSET :others
                 LIMIT 1)
            """;

    /// Whether an app has this many endpoints in a mode, or more.
    public boolean hasAsMany(Handle tx, UUID appId, Mode mode, int count) {
        return tx.createQuery(HAS_AS_MANY)
                .bind("app_id", appId)
                .bind("mode", mode.code())
                .bind("others", count - 1)
                .mapTo(Boolean.class)
                .one();
    }

    private static final String INSERT =
            """
            INSERT INTO endpoint (
                id, app_id, mode, url, description, event_types, retry_policy, timeout_ms,
                max_in_flight, rate_limit, disable_after_failures, pause_after_seconds,
                ordering, on_exhausted, owner_email, format, signature, secret_sealed, public_key,
                previous_signature, previous_secret_sealed, previous_secret_until, header_names,
                headers_sealed, state, state_reason, state_since, paused_ms, created_at, updated_at,
                routing_version)
            VALUES (
                :id, :app_id, :mode, :url, :description, :event_types, :retry_policy, :timeout_ms,
                :max_in_flight, :rate_limit, :disable_after_failures, :pause_after_seconds,
                :ordering, :on_exhausted, :owner_email, :format, :signature, :secret_sealed,
                :public_key, :previous_signature, :previous_secret_sealed, :previous_secret_until,
                :header_names, :headers_sealed, :state, :state_reason, :state_since,
                :paused_ms, :created_at, :updated_at, :routing_version)
            """;

    public void insert(Handle tx, Endpoint endpoint, long routingVersion) {
        bind(bind(tx.createUpdate(INSERT), endpoint.credentials()), endpoint.settings())
                .bind("id", endpoint.id())
                .bind("app_id", endpoint.appId())
                .bind("mode", endpoint.mode().code())
                .bind("state", endpoint.state().code())
                .bind("state_reason", endpoint.standing().reason())
                .bind("state_since", endpoint.standing().since())
                .bind("paused_ms", endpoint.standing().pausedBefore().toMillis())
                .bind("created_at", endpoint.createdAt())
                .bind("updated_at", endpoint.updatedAt())
                .bind("routing_version", routingVersion)
                .execute();
    }

    private static final String UPDATE =
            """
            UPDATE endpoint
               SET url = :url,
                   description = :description,
                   event_types = :event_types,
                   retry_policy = :retry_policy,
                   timeout_ms = :timeout_ms,
                   max_in_flight = :max_in_flight,
                   rate_limit = :rate_limit,
                   disable_after_failures = :disable_after_failures,
                   pause_after_seconds = :pause_after_seconds,
                   ordering = :ordering,
                   on_exhausted = :on_exhausted,
                   owner_email = :owner_email,
                   format = :format,
                   updated_at = :updated_at,
                   routing_version = :routing_version
             WHERE id = :id
               AND deleted_at IS NULL
            """;

    public void update(Handle tx, Endpoint endpoint, long routingVersion) {
        bind(tx.createUpdate(UPDATE), endpoint.settings())
                .bind("id", endpoint.id())
                .bind("updated_at", endpoint.updatedAt())
                .bind("routing_version", routingVersion)
                .execute();
    }

    private static final String UPDATE_CREDENTIALS =
            """
            UPDATE endpoint
               SET signature = :signature,
                   secret_sealed = :secret_sealed,
                   public_key = :public_key,
                   previous_signature = :previous_signature,
                   previous_secret_sealed = :previous_secret_sealed,
                   previous_secret_until = :previous_secret_until,
                   header_names = :header_names,
                   headers_sealed = :headers_sealed,
                   updated_at = :updated_at,
                   routing_version = :routing_version
             WHERE id = :id
               AND deleted_at IS NULL
            """;

    public void updateCredentials(Handle tx, Endpoint endpoint, long routingVersion) {
        bind(tx.createUpdate(UPDATE_CREDENTIALS), endpoint.credentials())
                .bind("id", endpoint.id())
                .bind("updated_at", endpoint.updatedAt())
                .bind("routing_version", routingVersion)
                .execute();
    }

    private static Update bind(Update update, EndpointSettings settings) {
        var limits = settings.limits();
        return update.bind("url", settings.url())
                .bind("description", settings.description())
                .bind("event_types", settings.eventTypes().toArray(String[]::new))
                .bind("retry_policy", settings.retryPolicy())
                .bind("timeout_ms", limits.timeLimit().toMillis())
                .bind("max_in_flight", limits.inFlightMax())
                .bind("rate_limit", limits.rateLimit())
                .bind("disable_after_failures", settings.healthRules().disableAfterFailures())
                .bind("pause_after_seconds", seconds(settings.healthRules().pauseAfter()))
                .bind("ordering", settings.orderRules().ordering().code())
                .bind("on_exhausted", settings.orderRules().onExhausted().code())
                .bind("owner_email", settings.ownerEmail())
                .bind("format", settings.format().code());
    }

    private static Update bind(Update update, Credentials credentials) {
        var previous = credentials.previous();
        return update.bind("signature", credentials.secret().scheme().code())
                .bind("secret_sealed", credentials.secret().sealed())
                .bind("public_key", credentials.secret().publicKey())
                .bind("previous_signature", previous == null ? null : previous.scheme().code())
                .bind("previous_secret_sealed", previous == null ? null : previous.sealed())
                .bind("previous_secret_until", previous == null ? null : previous.until())
                .bind("header_names", credentials.headers().names().toArray(String[]::new))
                .bind("headers_sealed", credentials.headers().sealed());
    }

    private static final String DELETE =
            """
            UPDATE endpoint
               SET deleted_at = :now,
                   updated_at = :now,
                   routing_version = :routing_version
             WHERE id = :id
               AND deleted_at IS NULL
            """;

    public void delete(Handle tx, UUID id, Instant now, long routingVersion) {
        tx.createUpdate(DELETE)
                .bind("id", id)
                .bind("now", now)
                .bind("routing_version", routingVersion)
                .execute();
    }

    private static final String UPDATE_STANDING =
            """
            UPDATE endpoint
               SET state = :state,
                   state_reason = :state_reason,
                   state_since = :state_since,
                   paused_ms = :paused_ms,
                   routing_version = :routing_version
             WHERE id = :id
               AND deleted_at IS NULL
            """;

    void updateStanding(Handle tx, UUID id, Standing standing, long routingVersion) {
        tx.createUpdate(UPDATE_STANDING)
                .bind("id", id)
                .bind("state", standing.state().code())
                .bind("state_reason", standing.reason())
                .bind("state_since", standing.since())
                .bind("paused_ms", standing.pausedBefore().toMillis())
                .bind("routing_version", routingVersion)
                .execute();
    }

    private static final String FIND =
            """
            SELECT %s
              FROM endpoint
             WHERE id = :id
               AND deleted_at IS NULL
            """
                    .formatted(COLUMNS);

    public Optional<Endpoint> find(Handle handle, UUID id) {
        return handle.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String FIND_ALL =
            """
            SELECT %s
              FROM endpoint
             WHERE id = ANY (:ids)
               AND deleted_at IS NULL
             ORDER BY id
            """
                    .formatted(COLUMNS);

    List<Endpoint> findAll(Handle handle, Collection<UUID> ids) {
        return handle.createQuery(FIND_ALL)
                .bind("ids", ids.toArray(UUID[]::new))
                .map((row, _) -> read(row))
                .list();
    }

    private static final String PAGE =
            """
            SELECT %s
              FROM endpoint
             WHERE CASE WHEN CAST(:app_id AS uuid) IS NULL
                        THEN NOT is_internal_app(app_id)
                        ELSE app_id = CAST(:app_id AS uuid) END
               AND mode = :mode
               AND deleted_at IS NULL
               AND id < :before
             ORDER BY id DESC
             LIMIT :limit
            """
                    .formatted(COLUMNS);

    public List<Endpoint> page(Handle handle, Scope scope, UUID before, int limit) {
        return handle.createQuery(PAGE)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

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
                row.getString("owner_email"),
                EventFormat.of(row.getString("format")).orElseThrow());
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

    private static @Nullable Integer seconds(@Nullable Duration duration) {
        return duration == null ? null : Math.toIntExact(duration.toSeconds());
    }
}
