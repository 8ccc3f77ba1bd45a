package dev.waybill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Event;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Scope;
import dev.waybill.query.EventFeed;
import dev.waybill.query.FeedPosition;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedShiftTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());
    private final FeedShift shift = new FeedShift(DB.database());
    private final EventFeed feed = new EventFeed(DB.database());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aDatabaseThatStayedWhereItWasIsLeftAlone() {
        assertThat(shift.runOnce()).isFalse();
    }

    /// As after a restore into a server whose transactions have far lower numbers, or into an
    /// earlier life of the same one.
    @ParameterizedTest
    @ValueSource(strings = {"system_identifier = system_identifier + 1", "timeline = timeline + 1"})
    void cursorsStayTrueWhenTheDatabaseMoves(String move) {
        var old = insert(3);
        DB.execute("UPDATE event SET feed_place = feed_place + 1000000000");
        var lost = place() + 5;
        DB.execute("UPDATE feed SET " + move);

        assertThat(shift.runOnce()).isTrue();
        assertThat(shift.runOnce()).isFalse();
        var fresh = insert(2);
        Eventually.holds(() -> follow(FeedPosition.START).containsAll(fresh));

        assertThat(follow(FeedPosition.START)).endsWith(fresh.getFirst(), fresh.getLast());
        assertThat(follow(FeedPosition.START)).containsAll(old).doesNotHaveDuplicates();
        // A cursor from what the restored database has never seen.
        assertThat(follow(new FeedPosition(lost, new UUID(-1, -1), Instant.EPOCH)))
                .isEqualTo(fresh);
    }

    private static long place() {
        return DB.number("SELECT max(feed_place) FROM event");
    }

    private List<UUID> insert(int count) {
        return Stream.generate(fixtures::event).limit(count).map(Event::id).toList();
    }

    private List<UUID> follow(FeedPosition position) {
        return feed
                .page(new Scope(Apps.DEFAULT, Mode.LIVE), List.of(), position, 500)
                .events()
                .stream()
                .map(event -> event.head().id())
                .toList();
    }
}
