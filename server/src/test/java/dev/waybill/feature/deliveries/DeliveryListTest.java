package dev.waybill.feature.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.Ids;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryListTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final int LOOKED_AT_MAX = 5;
    private static final int LIMIT = 3;

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());
    private final DeliveryList list = new DeliveryList(DB.database(), LOOKED_AT_MAX);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aFullPageSaysWhereItEnds() {
        var ids = insert(4, fixtures.endpoint());

        var page = page(filter(null, null, null), DeliveryList.AFTER_ALL);

        assertThat(page.rows())
                .extracting(DeliveryView::id)
                .containsExactly(ids.get(3), ids.get(2), ids.get(1));
        assertThat(page.last()).isEqualTo(ids.get(1));
    }

    @Test
    void atTheEndThereIsNoMore() {
        insert(2, fixtures.endpoint());

        assertThat(page(filter(null, null, null), DeliveryList.AFTER_ALL).last()).isNull();
    }

    @Test
    void aPageThatLookedAtEnoughIsShortAndGoesOn() {
        var ids = insert(12, fixtures.endpoint());
        DB.execute("UPDATE delivery SET event_type = 'rare' WHERE id = ?", ids.getFirst());

        var first = page(filter(null, null, "rare"), DeliveryList.AFTER_ALL);

        assertThat(first).isEqualTo(new Page<>(List.of(), Ids.placeOf(ids.get(7))));
        assertThat(all(filter(null, null, "rare"))).containsExactly(ids.getFirst());
    }

    @Test
    void whatIsAnothersIsNotNamedWhereTheListGoesOn() {
        var own = fixtures.delivery().to(fixtures.endpoint()).insert();
        var others = insert(12, fixtures.endpoint());
        DB.execute(
                "UPDATE delivery SET app_id = ? WHERE id = ANY (?)",
                fixtures.ids().next(),
                others.toArray(UUID[]::new));

        var first = page(filter(null, null, null), DeliveryList.AFTER_ALL);

        assertThat(first.rows()).isEmpty();
        assertThat(first.last()).isNotNull().isNotIn(others);
        assertThat(all(filter(null, null, null))).containsExactly(own);
    }

    /// Two processes may count to the same number in the same millisecond.
    @Test
    void whatSharesAPlaceIsShownOnceAndNotPassedOver() {
        long place = fixtures.ids().next().getMostSignificantBits();
        var ids = insert(8, fixtures.endpoint());
        for (int i = 0; i < ids.size(); i++) {
            var id = new UUID(place, Long.MIN_VALUE + i);
            DB.execute("UPDATE delivery SET id = ? WHERE id = ?", id, ids.get(i));
            ids.set(i, id);
        }
        DB.execute(
                "UPDATE delivery SET event_type = 'rare' WHERE id = ANY (?)",
                (Object) new UUID[] {ids.get(1), ids.get(5)});

        assertThat(all(filter(null, null, "rare"))).containsExactly(ids.get(5), ids.get(1));
    }

    @Test
    void theLastThatIsLookedAtIsShownIfItMatches() {
        var ids = insert(12, fixtures.endpoint());
        DB.execute("UPDATE delivery SET event_type = 'rare' WHERE id = ?", ids.get(7));

        var first = page(filter(null, null, "rare"), DeliveryList.AFTER_ALL);

        assertThat(first.rows()).extracting(DeliveryView::id).containsExactly(ids.get(7));
        assertThat(all(filter(null, null, "rare"))).containsExactly(ids.get(7));
    }

    @Test
    void whatWaitsIsFoundAmongAllThatIsDelivered() {
        var endpoint = fixtures.endpoint();
        var waiting = fixtures.delivery().to(endpoint).insert();
        delivered(insert(20, endpoint));

        assertThat(page(filter(DeliveryState.PENDING, null, null), DeliveryList.AFTER_ALL).rows())
                .extracting(DeliveryView::id)
                .containsExactly(waiting);
        assertThat(page(filter(DeliveryState.PENDING, endpoint, null), DeliveryList.AFTER_ALL))
                .extracting(page -> page.rows().size())
                .isEqualTo(1);
    }

    @Test
    void whatFailedIsFoundAmongAllThatIsDelivered() {
        var endpoint = fixtures.endpoint();
        var failed = fixtures.delivery().to(endpoint).attempted(1).insert();
        DB.execute(
                """
                UPDATE delivery
                   SET state = 'failed', reason = 'gone', next_attempt_at = NULL
                 WHERE id = ?
                """,
                failed);
        delivered(insert(20, endpoint));

        assertThat(page(filter(DeliveryState.FAILED, null, null), DeliveryList.AFTER_ALL).rows())
                .extracting(DeliveryView::id)
                .containsExactly(failed);
    }

    @Test
    void whatIsInFlightIsFoundThroughItsLeaseAndShownOnce() {
        var lease = fixtures.ids().next();
        var flying = fixtures.delivery().to(fixtures.endpoint()).inFlight(lease).insert();
        var settled = insert(20, fixtures.endpoint());
        delivered(settled);
        fixtures.lease(lease, fixtures.ids().next(), flying, settled.getFirst());
        fixtures.lease(fixtures.ids().next(), fixtures.ids().next(), flying);

        assertThat(all(filter(DeliveryState.IN_FLIGHT, null, null))).containsExactly(flying);
    }

    @Test
    void anEndpointsListIsItsOwn() {
        var quiet = fixtures.endpoint();
        var one = fixtures.delivery().to(quiet).insert();
        insert(20, fixtures.endpoint());

        assertThat(page(filter(null, quiet, null), DeliveryList.AFTER_ALL).rows())
                .extracting(DeliveryView::id)
                .containsExactly(one);
    }

    @Test
    void theTestModeIsNotBuriedUnderTheLiveOne() {
        var test = fixtures.delivery().to(fixtures.endpoint()).insert();
        DB.execute("UPDATE delivery SET mode = 'test' WHERE id = ?", test);
        insert(20, fixtures.endpoint());

        var page =
                list.page(
                        new Scope(Apps.DEFAULT, Mode.TEST),
                        filter(null, null, null),
                        DeliveryList.AFTER_ALL,
                        LIMIT);

        assertThat(page.rows()).extracting(DeliveryView::id).containsExactly(test);
        assertThat(all(filter(null, null, null))).hasSize(20);
    }

    private List<UUID> insert(int count, Endpoint endpoint) {
        var ids = new ArrayList<UUID>();
        for (int i = 0; i < count; i++) {
            ids.add(fixtures.delivery().to(endpoint).attempted(1).insert());
        }
        return ids;
    }

    private static void delivered(List<UUID> ids) {
        DB.execute(
                """
                UPDATE delivery
                   SET state = 'delivered', next_attempt_at = NULL
                 WHERE id = ANY (?)
                """,
                (Object) ids.toArray(UUID[]::new));
    }

    private static DeliveryFilter filter(
            @Nullable DeliveryState state, @Nullable Endpoint endpoint, @Nullable String type) {
        var endpointId = endpoint == null ? null : endpoint.id();
        return new DeliveryFilter(
                state, null, endpointId, type, null, null, null, null, null, null, false);
    }

    private Page<DeliveryView> page(DeliveryFilter filter, UUID before) {
        return list.page(new Scope(Apps.DEFAULT, Mode.LIVE), filter, before, LIMIT);
    }

    /// As a reader who follows the cursor to its end.
    private List<UUID> all(DeliveryFilter filter) {
        var ids = new ArrayList<UUID>();
        for (var page = page(filter, DeliveryList.AFTER_ALL); ; page = page(filter, page.last())) {
            page.rows().forEach(delivery -> ids.add(delivery.id()));
            if (page.last() == null) {
                return ids;
            }
        }
    }
}
