package dev.waybill.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Event;
import dev.waybill.feature.events.EventFeed;
import dev.waybill.feature.events.FeedPosition;
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

    /// As after a restore into a server whose transactions have far lower numbers.
    @Test
    void cursorsStayTrueWhenTheDatabaseMoves() {
        var old = insert(3);
        DB.execute("UPDATE event SET feed_place = feed_place + 1000000000");
        var lost = place() + 5;
        move();

        assertThat(shift.runOnce()).isTrue();
        assertThat(shift.runOnce()).isFalse();
        var fresh = insert(2);
        Eventually.holds(() -> follow(FeedPosition.START).containsAll(fresh));

        assertThat(follow(FeedPosition.START)).endsWith(fresh.getFirst(), fresh.getLast());
        assertThat(follow(FeedPosition.START)).containsAll(old).doesNotHaveDuplicates();
        // A cursor to events that the restored database does not have.
        assertThat(follow(new FeedPosition(lost, new UUID(-1, -1), Instant.EPOCH)))
                .isEqualTo(fresh);
    }

    /// The new server numbers its first transaction like one that was lost, and the shift was not
    /// checked yet.
    @Test
    void whatIsCapturedRightAfterAPromotionFollowsWhatWasLost() {
        insert(3);
        var lost = place() + 1_000_000;

        DB.setTimeline(DB.number("SELECT wal_timeline()") + 1);
        var fresh = insert(2);
        Eventually.holds(() -> follow(FeedPosition.START).containsAll(fresh));

        assertThat(follow(new FeedPosition(lost, new UUID(-1, -1), Instant.EPOCH)))
                .isEqualTo(fresh);
        assertThat(shift.runOnce()).isFalse();
    }

    @Test
    void aDumpUnderWayNeitherWaitsNorIsWaitedFor() throws Exception {
        insert(1);
        try (var dump = DB.database().engine();
                var statement = dump.createStatement()) {
            dump.setAutoCommit(false);
            statement.execute("LOCK TABLE event IN ACCESS SHARE MODE");
            move();

            assertThat(shift.runOnce()).isTrue();

            dump.commit();
            dump.setAutoCommit(true);
        }
    }

    private static void move() {
        DB.execute("UPDATE feed SET system_identifier = system_identifier + 1");
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
