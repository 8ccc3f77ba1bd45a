package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A newer version of Waybill, in a rolling upgrade, has written an endpoint that this one does not
/// understand.
class UnreadableEndpointTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Endpoint ordinary = fixtures.endpoint();
    private final Endpoint newer = fixtures.endpoint();

    @BeforeAll
    static void allowAnything() {
        DB.execute("ALTER TABLE endpoint DROP CONSTRAINT endpoint_ordering_check");
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void allOtherEndpointsAreKnown() {
        change(newer, Apps.DEFAULT, "sideways");

        var table = new Station(DB, clock, 1).routes.current();

        assertThat(table.endpoints()).extracting(Endpoint::id).containsExactly(ordinary.id());
        assertThat(table.isUnreadable(newer.id())).isTrue();
        assertThat(table.isUnreadable(ordinary.id())).isFalse();
    }

    @Test
    void eventsOfItsAppAreRefusedAndNotStoredWithoutIt() throws Exception {
        change(newer, Apps.DEFAULT, "sideways");

        var results = new Station(DB, clock, 1).publish(event());

        assertThat(results).containsExactly(new CaptureResult.Unconfirmed());
        assertThat(DB.number("SELECT count(*) FROM event")).isZero();
    }

    @Test
    void aProcessThatKnewItBeforeRefusesThemToo() throws Exception {
        var station = new Station(DB, clock, 1);
        change(newer, Apps.DEFAULT, "sideways");

        assertThat(station.publish(event())).containsExactly(new CaptureResult.Unconfirmed());
    }

    @Test
    void eventsOfOtherAppsAreCaptured() throws Exception {
        change(newer, Apps.PLATFORM, "sideways");

        assertThat(new Station(DB, clock, 1).capture(event()).deliveries()).isOne();
    }

    @Test
    void onceItCanBeReadEverythingIsAsBefore() throws Exception {
        change(newer, Apps.DEFAULT, "sideways");
        var station = new Station(DB, clock, 1);
        change(newer, Apps.DEFAULT, "none");
        station.routes.refresh();

        assertThat(station.capture(event()).deliveries()).isEqualTo(2);
    }

    @Test
    void onceItIsDeletedItConcernsNobody() throws Exception {
        change(newer, Apps.DEFAULT, "sideways");
        var station = new Station(DB, clock, 1);
        DB.execute("UPDATE endpoint SET deleted_at = now() WHERE id = ?", newer.id());
        change(newer, Apps.DEFAULT, "sideways");
        station.routes.refresh();

        assertThat(station.capture(event()).deliveries()).isOne();
    }

    private static void change(Endpoint endpoint, UUID appId, String ordering) {
        DB.execute(
                """
                WITH bumped AS (UPDATE routing SET version = version + 1 RETURNING version)
                UPDATE endpoint
                   SET app_id = ?, ordering = ?, routing_version = version
                  FROM bumped
                 WHERE id = ?
                """,
                appId,
                ordering,
                endpoint.id());
    }
}
