package dev.waybill.feature.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.events.EventFeed;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.events.FeedPosition;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Lists of one app, and of all.
class ScopedListTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final UUID ACME = UUID.fromString("00000000-0000-7000-8000-0000000000ac");
    private static final Scope EVERYBODY = new Scope(null, Mode.LIVE);
    private static final Scope EVERYBODY_TESTING = new Scope(null, Mode.TEST);

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());
    private final DeliveryQuery deliveries = new DeliveryQuery(DB.database());
    private final DeliveryList list = new DeliveryList(DB.database(), 5);
    private final EventQuery events = new EventQuery(DB.database());
    private final EventFeed feed = new EventFeed(DB.database(), 5);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void makeApp() {
        DB.execute(
                """
                INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
                VALUES (?, 'acme', 'Acme', now(), now(), 1)
                """,
                ACME);
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void everybodysDeliveriesAreThoseOfAllCustomers() {
        var endpoint = fixtures.endpoint();
        var ofDefault = delivery(endpoint, Apps.DEFAULT, "live");
        var ofAcme = delivery(endpoint, ACME, "live");
        delivery(endpoint, Apps.PLATFORM, "live");
        var testing = delivery(endpoint, ACME, "test");

        assertThat(listed(EVERYBODY, filter(null, null))).containsExactly(ofAcme, ofDefault);
        assertThat(listed(EVERYBODY, filter(DeliveryState.PENDING, null)))
                .containsExactly(ofAcme, ofDefault);
        assertThat(listed(EVERYBODY, filter(null, endpoint))).containsExactly(ofAcme, ofDefault);
        assertThat(listed(EVERYBODY_TESTING, filter(null, null))).containsExactly(testing);
        assertThat(listed(new Scope(ACME, Mode.LIVE), filter(null, null))).containsExactly(ofAcme);
    }

    @Test
    void everybodysTestsAreNotBuriedUnderWhatIsLive() {
        var endpoint = fixtures.endpoint();
        var testing = delivery(endpoint, ACME, "test");
        for (int i = 0; i < 20; i++) {
            delivery(endpoint, Apps.DEFAULT, "live");
        }

        var page = list.page(EVERYBODY_TESTING, filter(null, null), DeliveryList.AFTER_ALL, 3);

        assertThat(page.rows()).extracting(DeliveryView::id).containsExactly(testing);
    }

    @Test
    void anotherAppsEndpointIsAsGoodAsNone() {
        var endpoint = fixtures.endpoint();
        for (int i = 0; i < 20; i++) {
            delivery(endpoint, Apps.DEFAULT, "live");
        }

        var page =
                list.page(
                        new Scope(ACME, Mode.LIVE),
                        filter(null, endpoint),
                        DeliveryList.AFTER_ALL,
                        3);

        assertThat(page).isEqualTo(new Page<>(List.of(), null));
    }

    @Test
    void aDeliveryIsFoundByWhoMaySeeIt() {
        var ofAcme = delivery(fixtures.endpoint(), ACME, "live");

        assertThat(deliveries.find(ofAcme, EVERYBODY)).isPresent();
        assertThat(deliveries.find(ofAcme, new Scope(ACME, Mode.LIVE))).isPresent();
        assertThat(deliveries.find(ofAcme, EVERYBODY_TESTING)).isEmpty();
        assertThat(deliveries.find(ofAcme, new Scope(Apps.DEFAULT, Mode.LIVE))).isEmpty();
    }

    @Test
    void everybodysEventsAreThoseOfAllCustomers() {
        var ofDefault = event(Apps.DEFAULT, "live");
        var testing = event(ACME, "test");
        var ofAcme = event(ACME, "live");
        event(Apps.PLATFORM, "live");

        assertThat(eventsOf(EVERYBODY)).containsExactly(ofDefault, ofAcme);
        assertThat(eventsOf(EVERYBODY_TESTING)).containsExactly(testing);
        assertThat(eventsOf(new Scope(ACME, Mode.LIVE))).containsExactly(ofAcme);
        assertThat(events.find(ofAcme, EVERYBODY)).isPresent();
        assertThat(events.find(ofAcme, new Scope(Apps.DEFAULT, Mode.LIVE))).isEmpty();
    }

    private UUID delivery(Endpoint endpoint, UUID app, String mode) {
        var id = fixtures.delivery().to(endpoint).insert();
        DB.execute("UPDATE delivery SET app_id = ?, mode = ? WHERE id = ?", app, mode, id);
        return id;
    }

    private UUID event(UUID app, String mode) {
        var id = fixtures.event().id();
        DB.execute("UPDATE event SET app_id = ?, mode = ? WHERE id = ?", app, mode, id);
        return id;
    }

    private static DeliveryFilter filter(
            @Nullable DeliveryState state, @Nullable Endpoint endpoint) {
        var endpointId = endpoint == null ? null : endpoint.id();
        return new DeliveryFilter(
                state, null, endpointId, null, null, null, null, null, null, null, false);
    }

    /// As a reader who follows the cursor to its end.
    private List<UUID> listed(Scope scope, DeliveryFilter filter) {
        var ids = new ArrayList<UUID>();
        @Nullable UUID before = DeliveryList.AFTER_ALL;
        while (before != null) {
            var page = list.page(scope, filter, before, 3);
            page.rows().forEach(delivery -> ids.add(delivery.id()));
            before = page.last();
        }
        return ids;
    }

    private List<UUID> eventsOf(Scope scope) {
        return feed.page(scope, List.of(), FeedPosition.START, 5).events().stream()
                .map(event -> event.head().id())
                .toList();
    }
}
