package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.engine.capture.CaptureResult.Unconfirmed;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A request with more events than one transaction takes.
class LargeRequestTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final int EVENTS = Capture.BATCH_EVENTS_MAX + 100;

    private final Station station = new Station(DB, new ManualClock(), 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.execute("DROP TRIGGER IF EXISTS away ON event");
        DB.clear();
    }

    private static List<Publication> request() {
        var events = new ArrayList<Publication>();
        for (int i = 0; i < EVENTS; i++) {
            events.add(event().orderingKey("k").id("own-" + i).build());
        }
        return events;
    }

    @Test
    void nothingOfTheRestIsCapturedIfTheFirstPartIsNotConfirmed() throws Exception {
        goneFor("own-0");
        var results = station.publish(request());

        assertThat(results).hasSize(EVENTS).allMatch(Unconfirmed.class::isInstance);
        assertThat(DB.number("SELECT count(*) FROM event")).isZero();

        DB.execute("DROP TRIGGER away ON event");
        var again = station.publish(request());

        assertThat(again)
                .extracting(result -> ((Captured) result).event().sequence())
                .isSorted()
                .startsWith(1L)
                .endsWith((long) EVENTS);
    }

    @Test
    void whatWasConfirmedBeforeStaysSo() throws Exception {
        goneFor("own-" + (EVENTS - 1));
        var results = station.publish(request());

        assertThat(results.subList(0, Capture.BATCH_EVENTS_MAX))
                .allMatch(Captured.class::isInstance);
        assertThat(results.subList(Capture.BATCH_EVENTS_MAX, EVENTS))
                .allMatch(Unconfirmed.class::isInstance);
    }

    /// The database ends the transaction that brings this event, as if it were shutting down.
    private static void goneFor(String id) {
        DB.execute(
                """
                CREATE OR REPLACE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01';
                END $$
                """);
        DB.execute(
                """
                CREATE TRIGGER away BEFORE INSERT ON event FOR EACH ROW
                WHEN (NEW.own_id = '%s') EXECUTE FUNCTION go_away()
                """
                        .formatted(id));
    }
}
