package dev.waybill.feature.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.Ids;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventFeedTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope DEFAULT = new Scope(Apps.DEFAULT, Mode.LIVE);
    private static final int WRITERS = 2;
    private static final int TRANSACTIONS = 150;

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
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
    void aPageThatLookedAtEnoughGoesOnBehindTheLastItLookedAt() {
        var shortSighted = new EventFeed(DB.database(), 5);
        var ids = insert(12);
        DB.execute("UPDATE event SET type = 'rare.one' WHERE id = ?", ids.get(8));
        awaitInFeed(12);

        var first = shortSighted.page(DEFAULT, List.of("rare.*"), FeedPosition.START, 3);
        var second = shortSighted.page(DEFAULT, List.of("rare.*"), first.next(), 3);
        var third = shortSighted.page(DEFAULT, List.of("rare.*"), second.next(), 3);

        assertThat(first.events()).isEmpty();
        assertThat(first.next().id()).isEqualTo(ids.get(4));
        assertThat(idsOf(second)).containsExactly(ids.get(8));
        assertThat(second.next().id()).isEqualTo(ids.get(9));
        assertThat(third).isEqualTo(new FeedPage(List.of(), second.next()));
    }

    @Test
    void aPageForAReaderOfDataEndsWhereItsBytesDo() {
        var ids = insert(6);
        long each = fixtures.event().data().length;
        awaitInFeed(7);

        var first = feed.page(DEFAULT, List.of(), FeedPosition.START, 10, 2 * each);
        var second = feed.page(DEFAULT, List.of(), first.next(), 10, 1);
        var rest = feed.page(DEFAULT, List.of(), second.next(), 10, Long.MAX_VALUE);

        assertThat(idsOf(first)).isEqualTo(ids.subList(0, 2));
        assertThat(idsOf(second)).isEqualTo(ids.subList(2, 3));
        assertThat(idsOf(rest)).hasSize(4);
    }

    @Test
    void whatACommitBroughtLateIsNotSkipped() throws SQLException {
        try (var slow = writer()) {
            var early = write(slow, clock.instant());
            var late = fixtures.event().id();

            // The later one is committed; a reader that saw it now would never see the other.
            var before = feed.page(DEFAULT, List.of(), FeedPosition.START, 10);
            slow.commit();
            awaitInFeed(2);
            var after = feed.page(DEFAULT, List.of(), before.next(), 10);

            assertThat(idsOf(before)).isEmpty();
            assertThat(idsOf(after)).containsExactly(early, late);
        }
    }

    @Test
    void whatWasRolledBackHoldsNobodyUp() throws SQLException {
        try (var slow = writer()) {
            write(slow, clock.instant());
            var id = fixtures.event().id();
            slow.rollback();

            awaitInFeed(1);

            assertThat(idsOf(feed.page(DEFAULT, List.of(), FeedPosition.START, 10)))
                    .containsExactly(id);
        }
    }

    /// The reader's set is the writers' set, in the order of the cursor, without repeats, though
    /// transactions of many events overlap and end in any order.
    @Test
    void aReaderWhoFollowsWritersAtFullSpeedSeesEverythingOnce() throws Exception {
        var ids = new Ids(clock, new SplittableRandom(7));
        var writing = new AtomicInteger(WRITERS);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writers = new ArrayList<Callable<List<UUID>>>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(() -> {
                    try {
                        return writeAtFullSpeed(ids);
                    } finally {
                        writing.decrementAndGet();
                    }
                });
            }
            var reader = threads.submit(() -> follow(writing));
            var written = new ArrayList<UUID>();
            for (var writer : threads.invokeAll(writers)) {
                written.addAll(writer.get());
            }

            assertThat(reader.get()).doesNotHaveDuplicates().hasSameElementsAs(written);
            assertThat(reader.get()).isEqualTo(ids("SELECT id FROM event ORDER BY feed_place, id"));
        }
    }

    private List<UUID> writeAtFullSpeed(Ids ids) throws SQLException {
        var written = new ArrayList<UUID>();
        try (var one = writer();
                var other = writer()) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                // Two overlap, and the one that began first ends last.
                written.add(write(one, ids.next()));
                written.add(write(other, ids.next()));
                written.add(write(one, ids.next()));
                other.commit();
                one.commit();
            }
        }
        return written;
    }

    private List<UUID> follow(AtomicInteger writing) {
        var seen = new ArrayList<UUID>();
        var position = FeedPosition.START;
        while (true) {
            boolean ended = writing.get() == 0 && isAllInFeed();
            var page = feed.page(DEFAULT, List.of(), position, 7);
            seen.addAll(idsOf(page));
            position = page.next();
            if (ended && page.events().isEmpty()) {
                return seen;
            }
        }
    }

    @Test
    void sinceATimeMeansCapturedThenOrLater() {
        var early = fixtures.event().id();
        clock.advance(Duration.ofSeconds(1));
        var then = clock.instant();
        var late = insert(3);
        awaitInFeed(4);

        assertThat(everything(feed.from(then))).isEqualTo(late);
        assertThat(everything(feed.from(then.minusMillis(1)))).isEqualTo(late);
        assertThat(everything(feed.from(then.plusMillis(1)))).isEmpty();
        assertThat(everything(feed.from(then.minusSeconds(1)))).hasSize(4).contains(early);
        assertThat(everything(feed.from(Instant.EPOCH))).hasSize(4);
    }

    @Test
    void sinceATimeMissesNothingWhoseOrderDiffersFromItsTime() throws SQLException {
        var then = clock.instant();
        try (var slow = writer()) {
            // Has its place before all others, and the latest time.
            var before = write(slow, then.minusMillis(5));
            var latest = write(slow, then.plusSeconds(59));
            var middle = fixtures.event().id();

            var position = feed.from(then);
            slow.commit();
            awaitInFeed(3);

            assertThat(everything(position)).containsExactly(latest, middle);
            assertThat(everything(feed.from(then))).containsExactly(latest, middle);
            assertThat(everything(FeedPosition.START)).containsExactly(before, latest, middle);
        }
    }

    @Test
    void sinceATimeThatNothingWasCapturedAfterMeansWhatComes() {
        insert(3);
        var later = clock.instant().plusSeconds(1);

        var position = feed.from(later);
        clock.set(later);
        var fresh = fixtures.event().id();
        awaitInFeed(4);

        assertThat(everything(position)).containsExactly(fresh);
    }

    @Test
    void sinceAnEventMeansRightBehindIt() {
        var ids = insert(4);
        awaitInFeed(4);

        assertThat(everything(feed.behind(ids.get(1), DEFAULT)))
                .containsExactly(ids.get(2), ids.get(3));
    }

    @Test
    void sinceAForgottenEventMeansItsTime() {
        var forgotten = fixtures.event().id();
        clock.advance(Duration.ofMillis(1));
        var rest = insert(2);
        DB.execute("DELETE FROM event WHERE id = ?", forgotten);
        awaitInFeed(2);

        assertThat(everything(feed.behind(forgotten, DEFAULT))).isEqualTo(rest);
    }

    @Test
    void aPositionThatNobodyCanHaveReachedIsAhead() {
        fixtures.event();
        awaitInFeed(1);
        var reached = feed.page(DEFAULT, List.of(), FeedPosition.START, 1).next();

        assertThat(feed.isAhead(reached)).isFalse();
        assertThat(feed.isAhead(feed.from(clock.instant().plusSeconds(9)))).isFalse();
        assertThat(feed.isAhead(reached.behind(reached.place() + 1_000_000, reached.id())))
                .isTrue();
    }

    private List<UUID> everything(FeedPosition position) {
        return idsOf(feed.page(DEFAULT, List.of(), position, 500));
    }

    /// Others use the same server, and a feed waits for every transaction that began earlier.
    private void awaitInFeed(int count) {
        Eventually.holds(() -> everything(FeedPosition.START).size() == count);
    }

    private static boolean isAllInFeed() {
        return DB.number(
                        """
                        SELECT count(*)
                          FROM event
                         WHERE feed_place
                               >= (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint
                                          + base
                                     FROM feed_base)
                        """)
                == 0;
    }

    private static Connection writer() throws SQLException {
        var connection = DB.database().engine();
        connection.setAutoCommit(false);
        return connection;
    }

    private UUID write(Connection connection, Instant capturedAt) throws SQLException {
        return write(connection, Ids.lowestAt(capturedAt));
    }

    private UUID write(Connection connection, UUID id) throws SQLException {
        try (var statement =
                connection.prepareStatement(
                        """
                        INSERT INTO event (id, app_id, mode, type, data, created_at)
                        VALUES (?, ?, 'live', 'invoice.paid', '{}', ?)
                        """)) {
            statement.setObject(1, id);
            statement.setObject(2, Apps.DEFAULT);
            statement.setTimestamp(3, Timestamp.from(clock.instant()));
            statement.executeUpdate();
        }
        return id;
    }

    private List<UUID> insert(int count) {
        return Stream.generate(fixtures::event).limit(count).map(Event::id).toList();
    }

    private static List<UUID> ids(String sql) {
        return DB.rows(sql).stream().map(UUID::fromString).toList();
    }

    private static List<UUID> idsOf(FeedPage page) {
        return page.events().stream().map(event -> event.head().id()).toList();
    }
}
