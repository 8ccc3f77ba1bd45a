package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.capture.CaptureResult.Clash;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A producer may not take an id that we gave to another event.
class LookAlikeIdTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Station station = new Station(DB, new ManualClock(), 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void anIdThatWeGaveIsNotTakenByTheFirstOfTwoEither() throws Exception {
        var ours = IdKind.EVENT.format(station.capture(event()).event().id());

        assertThat(station.publish(event().id(ours), event().id(ours), event().id("own-1")))
                .startsWith(
                        new Clash(PublishKey.Kind.EVENT_ID), new Clash(PublishKey.Kind.EVENT_ID));
        assertStored(2);
    }

    private static void assertStored(int events) {
        assertThat(DB.number("SELECT count(*) FROM event")).isEqualTo(events);
    }
}
