package dev.waybill.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.domain.event.Ids;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.endpoints.EndpointDraft;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.Endpoints.Creation.Created;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Rows with defaults, so that every value written in a test matters to it.
public final class Fixtures {

    /// With the marker that `./check` looks for in every log: none may show a secret.
    public static final String SECRET = "whsec_WaybillMarkerWaybillMarkerWaybillMarkerAAAA=";

    /// The actor of tests in which the actor does not matter.
    public static final Actor ACT = new Actor("tester", "127.0.0.1", null);

    private static final JsonMapper JSON = new JsonMapper();

    private final TestDatabase db;
    private final ManualClock clock;
    private final Ids ids;
    private final Endpoints endpoints;
    private final EndpointStates states;

    public Fixtures(TestDatabase db, ManualClock clock) {
        this.db = db;
        this.clock = clock;
        this.ids = new Ids(clock, new SplittableRandom(42));
        Vaults.introduce(db);
        this.endpoints =
                new Endpoints(db.database(), Vaults.VAULT, trail("webhook_endpoint"), clock, ids);
        this.states =
                new EndpointStates(
                        db.database(),
                        new RoutingTable(db.database(), System::nanoTime),
                        trail("webhook_endpoint"),
                        clock,
                        ids);
    }

    /// The audit trail of a register for this kind of object.
    public <T> AuditTrail<T> trail(String kind) {
        return trail(kind, db.database(), clock, ids);
    }

    public static <T> AuditTrail<T> trail(
            String kind, Database database, InstantSource clock, Ids ids) {
        return new AuditTrail<>(
                new Audit(database, clock, ids),
                kind,
                thing ->
                        new AuditTrail.Snapshot(
                                kind,
                                null,
                                null,
                                JSON.createObjectNode().put("shown", String.valueOf(thing))));
    }

    public Ids ids() {
        return ids;
    }

    /// An endpoint of the default app that takes everything.
    public Endpoint endpoint() {
        return endpoint(Mode.LIVE, "*");
    }

    public Endpoint endpoint(Mode mode, String pattern) {
        return create(mode, pattern, null, 32);
    }

    public Endpoint endpointWithPolicy(String policy) {
        return create(Mode.LIVE, "*", policy, 32);
    }

    public Endpoint endpointThatTakes(int inFlightMax) {
        return create(Mode.LIVE, "*", null, inFlightMax);
    }

    public Endpoint orderedEndpoint(Ordering ordering, OnExhausted onExhausted) {
        return create(Mode.LIVE, "*", null, 32, new OrderRules(ordering, onExhausted));
    }

    /// A change through another process, which this process does not know yet.
    public void order(Endpoint endpoint, Ordering ordering) {
        db.execute(
                """
                WITH bumped AS (
                    UPDATE routing
                       SET version = version + 1
                    RETURNING version
                )
                UPDATE endpoint
                   SET ordering = ?,
                       routing_version = bumped.version
                  FROM bumped
                 WHERE id = ?
                """,
                ordering.code(),
                endpoint.id());
    }

    /// An endpoint at a receiver of the test's own; the routes must be read after this.
    public void endpointAt(String url) {
        db.execute("UPDATE endpoint SET url = ? WHERE id = ?", url, endpoint().id());
    }

    /// The secret of an endpoint that is made by SQL, in hexadecimal: it opens nowhere else.
    public String sealedSecret(UUID endpointId) {
        var secret = endpoints.secrets().seal(endpointId, SignatureScheme.STANDARD, SECRET);
        return HexFormat.of().formatHex(secret.sealed());
    }

    private Endpoint create(Mode mode, String pattern, @Nullable String policy, int inFlightMax) {
        return create(mode, pattern, policy, inFlightMax, OrderRules.DEFAULT);
    }

    private Endpoint create(
            Mode mode,
            String pattern,
            @Nullable String policy,
            int inFlightMax,
            OrderRules orderRules) {
        var draft =
                new EndpointDraft(
                        Apps.DEFAULT,
                        mode,
                        new EndpointSettings(
                                "https://hooks.example/in",
                                "",
                                List.of(pattern),
                                policy,
                                new DeliveryLimits(Duration.ofSeconds(15), inFlightMax, null),
                                HealthRules.DEFAULT,
                                orderRules,
                                null,
                                EventFormat.WAYBILL),
                        SignatureScheme.STANDARD,
                        SECRET,
                        Map.of());
        if (endpoints.create(draft, null, ACT) instanceof Created(var endpoint)) {
            return endpoint;
        }
        throw new AssertionError("a new endpoint repeats nothing");
    }

    /// Changes and deletes endpoints as the API does.
    public Endpoints endpoints() {
        return endpoints;
    }

    /// Takes an endpoint out of service or back, as a person does.
    public void actor(Endpoint endpoint, EndpointAction action) {
        try {
            var result = states.act(endpoint.id(), action, EndpointStates.REQUESTED, ACT);
            if (!(result instanceof EndpointStates.Result.Done)) {
                throw new AssertionError(result);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public Event event() {
        return event(null);
    }

    public Event event(@Nullable Instant expiresAt) {
        var event =
                new Event(
                        ids.next(),
                        Apps.DEFAULT,
                        Mode.LIVE,
                        null,
                        "invoice.paid",
                        "{}".getBytes(UTF_8),
                        clock.instant(),
                        expiresAt,
                        null,
                        null,
                        null,
                        null);
        db.execute(
                """
                INSERT INTO event (id, app_id, mode, type, data, created_at, expires_at)
                VALUES (?, ?, 'live', ?, ?, ?, ?)
                """,
                event.id(),
                event.appId(),
                event.type(),
                event.data(),
                event.createdAt(),
                event.expiresAt());
        return event;
    }

    public DeliveryFixture delivery() {
        return new DeliveryFixture(db, clock, this);
    }

    /// A process by its row, whose time is that of the database.
    public UUID process(Duration aliveFor) {
        var id = ids.next();
        db.execute(
                """
                INSERT INTO process (id, started_at, alive_until)
                VALUES (?, now(), clock_timestamp() + ? * interval '1 millisecond')
                """,
                id,
                aliveFor.toMillis());
        return id;
    }

    public void lease(UUID token, UUID processId, UUID... deliveries) {
        db.execute(
                "INSERT INTO lease (token, process_id, delivery_ids, taken_at) VALUES (?, ?, ?, ?)",
                token,
                processId,
                deliveries,
                clock.instant());
    }

    /// The claim that a process holds on a delivery which was just captured.
    public Claim claim(UUID deliveryId, UUID lease) {
        return claim(deliveryId, lease, Progress.fresh(clock.instant().plusSeconds(3_600), null));
    }

    public Claim claim(UUID deliveryId, UUID lease, Progress progress) {
        return claim(deliveryId, ids.next(), lease, progress);
    }

    public Claim claim(UUID deliveryId, UUID endpointId, UUID lease, Progress progress) {
        var envelope = new Envelope("evt_1", "a.b", "{}".getBytes(UTF_8), null, null);
        return new Claim(
                deliveryId,
                endpointId,
                Apps.DEFAULT,
                clock.instant(),
                lease,
                envelope,
                progress,
                RetryPolicies.LIVE,
                null);
    }
}
