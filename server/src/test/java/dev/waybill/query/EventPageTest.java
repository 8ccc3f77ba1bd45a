package dev.waybill.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Event;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Scope;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventPageTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());
    private final EventQuery events =
            new EventQuery(DB.database(), new DeliveryQuery(DB.database()), 5);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aPageThatLookedAtEnoughGoesOnBehindTheLastItLookedAt() {
        var ids = insert(12);
        DB.execute("UPDATE event SET type = 'rare.one' WHERE id = ?", ids.get(8));

        var first = page(BEFORE_ALL);
        var second = page(ids.get(4));
        var third = page(ids.get(9));

        assertThat(first).isEqualTo(new Page<>(List.of(), ids.get(4)));
        assertThat(second.rows()).extracting(view -> view.event().id()).containsExactly(ids.get(8));
        assertThat(second.last()).isEqualTo(ids.get(9));
        assertThat(third).isEqualTo(new Page<>(List.of(), null));
    }

    private Page<EventView> page(UUID after) {
        return events.page(new Scope(Apps.DEFAULT, Mode.LIVE), List.of("rare.*"), after, 3);
    }

    private List<UUID> insert(int count) {
        return Stream.generate(fixtures::event).limit(count).map(Event::id).toList();
    }
}
