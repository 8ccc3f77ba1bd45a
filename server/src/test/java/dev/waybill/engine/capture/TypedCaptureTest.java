package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.engine.capture.CaptureResult.Invalid;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The rules of an event's type apply at its capture.
class TypedCaptureTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final String TYPE = "invoice.paid";
    private static final String AN_OBJECT = "{\"type\":\"object\"}";

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final EventTypes types = new EventTypes(DB.database(), fixtures.trail("event_type"));
    private final Station station = new Station(DB, clock, 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aTypesTimeToLiveChoosesThePolicy() throws Exception {
        fixtures.endpointWithPolicy("billing");
        create(60, null, null, null, null);

        var captured = station.capture(event());

        assertThat(captured.event().expiresAt()).isEqualTo(NOON.plusSeconds(60));
        assertThat(DB.rows("SELECT retry_policy FROM delivery")).containsExactly("brief");
    }

    @Test
    void theRuleThatSetTheExpiryIsKept() throws Exception {
        create(60, "/until", null, null, null);

        station.capture(event().expires(NOON.plusSeconds(7_200)));
        station.capture(event().data("{\"until\":\"2026-05-01T14:00:00Z\"}"));
        station.capture(event());
        station.capture(event().type("no.rules"));

        assertThat(DB.rows("SELECT expires_by FROM event ORDER BY id"))
                .containsExactly("event", "pointer", "type", "null");
    }

    @Test
    void theEventsOwnExpiryWins() throws Exception {
        create(60, null, null, null, null);

        var captured = station.capture(event().expires(NOON.plusSeconds(7_200)));

        assertThat(captured.event().expiresAt()).isEqualTo(NOON.plusSeconds(7_200));
    }

    @Test
    void theExpiryInTheDataCountsBeforeTheTimeToLive() throws Exception {
        create(60, "/until", null, null, null);

        assertThat(
                        station.capture(event().data("{\"until\":\"2026-05-01T14:00:00Z\"}"))
                                .event()
                                .expiresAt())
                .isEqualTo(NOON.plusSeconds(7_200));
        assertThat(station.capture(event().data("{\"until\":\"soon\"}")).event().expiresAt())
                .isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void whatItsTypeCallsStaleIsCapturedAsExpired() throws Exception {
        fixtures.endpoint();
        station.fastPath.placesLeft(1);
        create(null, "/until", null, null, null);

        var captured = station.capture(event().data("{\"until\":\"2026-05-01T11:59:59Z\"}"));

        assertThat(captured.stale()).isTrue();
        assertThat(DB.rows("SELECT state || '/' || reason || ' ' || attempts FROM delivery"))
                .containsExactly("expired/ttl 0");
        assertThat(station.fastPath.accepted()).isEmpty();
    }

    @Test
    void aTypesAttemptsCapAnyPolicy() throws Exception {
        fixtures.endpointWithPolicy("billing");
        station.fastPath.placesLeft(1);
        create(null, null, 2, null, null);

        station.capture(event());

        assertThat(DB.rows("SELECT attempts_max FROM delivery")).containsExactly("2");
        assertThat(station.fastPath.accepted().getFirst().policy().attemptsMax()).isEqualTo(2);
    }

    @Test
    void anEndpointsPolicyCountsBeforeItsTypes() throws Exception {
        fixtures.endpoint();
        fixtures.endpointWithPolicy("billing");
        create(null, null, null, "exponential", null);

        station.capture(event());

        assertThat(DB.rows("SELECT retry_policy FROM delivery ORDER BY retry_policy"))
                .containsExactly("billing", "exponential");
    }

    @Test
    void anInlinePolicyIsRememberedByItsContent() throws Exception {
        fixtures.endpoint();
        create(null, null, null, "{\"kind\":\"list\",\"waits_seconds\":[1]}", null);

        station.capture(event());

        assertThat(DB.rows("SELECT retry_policy FROM delivery").getFirst())
                .matches("inline-[0-9a-f]{32}");
    }

    /// The API checks first; this is for a schema that another process changed a moment ago.
    @Test
    void dataIsJudgedByTheRulesThatHoldAtTheCommit() throws Exception {
        fixtures.endpoint();
        create(null, null, null, null, AN_OBJECT);

        var results = station.publish(event(), event().data("7"), event().id("mine").data("[]"));

        assertThat(results.get(0)).isInstanceOf(Captured.class);
        assertThat(results.get(1)).isInstanceOf(Invalid.class);
        assertThat(results.get(2)).isInstanceOf(Invalid.class);
        assertThat(DB.number("SELECT count(*) FROM event")).isOne();
        assertThat(DB.number("SELECT count(*) FROM publish_key")).isZero();
    }

    @Test
    void aTypeThatIsNoMoreHasNoRules() throws Exception {
        create(60, null, null, null, AN_OBJECT);
        station.capture(event());
        types.delete(TYPE, Fixtures.ACT);

        assertThat(station.capture(event().data("7")).event().expiresAt()).isNull();
    }

    private void create(
            @Nullable Integer ttlSeconds,
            @Nullable String pointer,
            @Nullable Integer attemptsMax,
            @Nullable String policy,
            @Nullable String schema) {
        var type =
                new CatalogType(
                        TYPE,
                        CatalogType.Documentation.NONE,
                        new CatalogType.DeliveryRules(ttlSeconds, pointer, attemptsMax, policy),
                        schema,
                        schema != null,
                        NOON,
                        NOON);
        assertThat(types.create(type, Apps.DEFAULT, Mode.LIVE, null, Fixtures.ACT))
                .isInstanceOf(EventTypes.Creation.Created.class);
    }
}
