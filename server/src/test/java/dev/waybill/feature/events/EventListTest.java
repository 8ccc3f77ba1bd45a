package dev.waybill.feature.events;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Event;
import dev.waybill.feature.events.EventList.Filter;
import dev.waybill.feature.events.EventList.Listed;
import dev.waybill.feature.events.EventList.Place;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventListTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope ALL = new Scope(null, Mode.LIVE);
    private static final Filter ANY = new Filter(null, false, null, null);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final EventFeed feed = new EventFeed(DB.database());
    private final EventList list = new EventList(DB.database(), feed);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void theNewestComeFirstPageByPage() {
        var ids = insert(5).reversed();

        var first = list.page(ALL, ANY, Place.END, 2);
        var second = list.page(ALL, ANY, last(first), 2);
        var third = list.page(ALL, ANY, last(second), 2);

        assertThat(idsOf(first)).isEqualTo(ids.subList(0, 2));
        assertThat(idsOf(second)).isEqualTo(ids.subList(2, 4));
        assertThat(idsOf(third)).isEqualTo(ids.subList(4, 5));
        assertThat(third.last()).isNull();
    }

    @Test
    void eventsThatMatchedNoEndpointAreFound() {
        var ids = insert(4);
        var delivered = fixtures.delivery().to(fixtures.endpoint()).insert();
        DB.execute("UPDATE delivery SET event_id = ? WHERE id = ?", ids.get(2), delivered);

        var page = list.page(ALL, new Filter(null, true, null, null), Place.END, 50);

        assertThat(idsOf(page)).contains(ids.get(0), ids.get(1), ids.get(3));
        assertThat(idsOf(page)).doesNotContain(ids.get(2));
    }

    @Test
    void typesAppsModesAndTimesNarrowIt() {
        var ids = insert(3);
        clock.advance(Duration.ofHours(1));
        var late = fixtures.event().id();
        DB.execute("UPDATE event SET type = 'order.made' WHERE id = ?", ids.get(0));
        DB.execute("UPDATE event SET mode = 'test' WHERE id = ?", ids.get(1));
        DB.execute("UPDATE event SET app_id = ? WHERE id = ?", Apps.PLATFORM, ids.get(2));

        assertThat(idsOf(page(ALL, ANY))).containsExactly(late, ids.get(0));
        assertThat(idsOf(page(ALL, new Filter("order.*", false, null, null))))
                .containsExactly(ids.get(0));
        assertThat(idsOf(page(new Scope(null, Mode.TEST), ANY))).containsExactly(ids.get(1));
        assertThat(idsOf(page(new Scope(Apps.PLATFORM, Mode.LIVE), ANY)))
                .containsExactly(ids.get(2));
        assertThat(idsOf(page(ALL, new Filter(null, false, NOON.plusSeconds(60), null))))
                .containsExactly(late);
        assertThat(idsOf(page(ALL, new Filter(null, false, NOON, NOON.plusSeconds(60)))))
                .containsExactly(ids.get(0));
    }

    @Test
    void aPageThatLookedAtEnoughGoesOnBehindTheLastItLookedAt() {
        var shortSighted = new EventList(DB.database(), feed, 5);
        var ids = insert(12);
        DB.execute("UPDATE event SET type = 'rare.one' WHERE id = ?", ids.get(2));
        var rare = new Filter("rare.one", false, null, null);

        var first = shortSighted.page(ALL, rare, Place.END, 3);
        var second = shortSighted.page(ALL, rare, last(first), 3);

        assertThat(first.rows()).isEmpty();
        var found = second;
        for (int i = 0; i < 3 && found.rows().isEmpty(); i++) {
            found = shortSighted.page(ALL, rare, last(found), 3);
        }
        assertThat(idsOf(found)).containsExactly(ids.get(2));
    }

    private Listed page(Scope scope, Filter filter) {
        return list.page(scope, filter, Place.END, 50);
    }

    private static Place last(Listed page) {
        var last = page.last();
        if (last == null) {
            throw new AssertionError("the list has ended: " + page);
        }
        return last;
    }

    private List<UUID> insert(int count) {
        return Stream.generate(fixtures::event).limit(count).map(Event::id).toList();
    }

    private static List<UUID> idsOf(Listed page) {
        return page.rows().stream().map(event -> event.head().id()).toList();
    }
}
