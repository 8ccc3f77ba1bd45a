package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Retention;
import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.engine.capture.CaptureResult.Clash;
import dev.waybill.engine.capture.CaptureResult.Repeated;
import dev.waybill.engine.recovery.KeyPruner;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Publishing again is safe: nothing is stored twice, and nothing is passed off for another.
class IdempotentCaptureTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Station station = new Station(DB, clock, 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void clear() {
        DB.clear();
        new Fixtures(DB, clock).endpoint();
    }

    @Test
    void theSameIdAgainIsARepetition() throws Exception {
        var first = station.capture(event().id("own-1"));

        assertThat(station.publish(event().id("own-1")))
                .containsExactly(new Repeated(first.event().id()));
        assertStored(1);
    }

    @Test
    void theSameIdWithOtherContentIsAClash() throws Exception {
        station.capture(event().id("own-1").data("1"));

        assertThat(station.publish(event().id("own-1").data("2")))
                .containsExactly(new Clash(PublishKey.Kind.EVENT_ID));
        assertStored(1);
    }

    @Test
    void theFirstOfEqualsInABatchIsCaptured() throws Exception {
        var results =
                station.publish(
                        event().id("own-1").data("1"),
                        event().id("own-1").data("1"),
                        event().id("own-2"),
                        event().id("own-1").data("2"));

        var first = ((Captured) results.getFirst()).event().id();
        assertThat(results.get(1)).isEqualTo(new Repeated(first));
        assertThat(results.get(2)).isInstanceOf(Captured.class);
        assertThat(results.get(3)).isEqualTo(new Clash(PublishKey.Kind.EVENT_ID));
        assertStored(2);
    }

    @Test
    void theModesAreApart() throws Exception {
        station.capture(event().id("own-1"));

        assertThat(station.publish(event().id("own-1").mode(Mode.TEST)))
                .first()
                .isInstanceOf(Captured.class);
    }

    @Test
    void theSameIdempotencyKeyAgainIsARepetition() throws Exception {
        var first = station.capture(event().idempotencyKey("key"));

        assertThat(station.publish(event().idempotencyKey("key")))
                .containsExactly(new Repeated(first.event().id()));
        assertStored(1);
    }

    @Test
    void theSameIdempotencyKeyForSomethingElseIsAClash() throws Exception {
        station.capture(event().idempotencyKey("key").data("1"));

        assertThat(station.publish(event().idempotencyKey("key").data("2")))
                .containsExactly(new Clash(PublishKey.Kind.IDEMPOTENCY_KEY));
        assertStored(1);
    }

    @Test
    void aBatchSentAgainIsRepeatedPlaceByPlace() throws Exception {
        var first =
                station.publish(
                        event().idempotencyKey("key", 0).data("1"),
                        event().idempotencyKey("key", 1).data("1"));

        var again =
                station.publish(
                        event().idempotencyKey("key", 0).data("1"),
                        event().idempotencyKey("key", 1).data("1"),
                        event().idempotencyKey("key", 2).data("1"));

        assertThat(again.get(0)).isEqualTo(new Repeated(id(first.get(0))));
        assertThat(again.get(1)).isEqualTo(new Repeated(id(first.get(1))));
        assertThat(again.get(2)).isInstanceOf(Captured.class);
        assertStored(3);
    }

    @Test
    void anEventMayHaveBothKeys() throws Exception {
        var first = station.capture(event().id("own-1").idempotencyKey("key"));

        assertThat(station.publish(event().id("own-1").idempotencyKey("key")))
                .containsExactly(new Repeated(first.event().id()));
        assertStored(1);
        assertThat(DB.number("SELECT count(*) FROM publish_key")).isEqualTo(2);
    }

    @Test
    void aKnownIdUnderANewKeyIsARepetitionAndDoesNotUseUpTheKey() throws Exception {
        var first = station.capture(event().id("own-1").idempotencyKey("key"));

        assertThat(station.publish(event().id("own-1").idempotencyKey("other")))
                .containsExactly(new Repeated(first.event().id()));
        assertThat(DB.number("SELECT count(*) FROM publish_key WHERE key = 'other'")).isZero();
        assertThat(station.publish(event().id("own-2").idempotencyKey("other")))
                .first()
                .isInstanceOf(Captured.class);
    }

    @Test
    void equalsInABatchWithAnIdempotencyKeyAreARepetition() throws Exception {
        var results =
                station.publish(
                        event().id("own-1").idempotencyKey("key", 0),
                        event().id("own-1").idempotencyKey("key", 1));

        var first = ((Captured) results.getFirst()).event().id();
        assertThat(results.get(1)).isEqualTo(new Repeated(first));
    }

    @Test
    void aKnownKeyUnderANewIdIsAClashAndDoesNotUseUpTheId() throws Exception {
        station.capture(event().id("own-1").idempotencyKey("key"));

        assertThat(station.publish(event().id("own-2").idempotencyKey("key")))
                .containsExactly(new Clash(PublishKey.Kind.IDEMPOTENCY_KEY));
        assertThat(station.publish(event().id("own-2"))).first().isInstanceOf(Captured.class);
    }

    @Test
    void anIdThatWeGaveToAnotherEventIsNotTaken() throws Exception {
        var ours = IdKind.EVENT.format(station.capture(event()).event().id());

        assertThat(station.publish(event().id(ours)))
                .containsExactly(new Clash(PublishKey.Kind.EVENT_ID));
        assertStored(1);
    }

    @Test
    void aRepetitionIsNotDelivered() throws Exception {
        station.capture(event().id("own-1"));
        station.publish(event().id("own-1"));

        assertThat(DB.number("SELECT count(*) FROM delivery")).isOne();
        assertThat(station.fastPath.accepted()).hasSize(1);
        assertThat(station.leases.count()).isOne();
    }

    @Test
    void aKeyThatComesAgainAfterItsTimeIsANewRequest() throws Exception {
        var pruner = new KeyPruner(DB.database(), clock, Retention.DEFAULT);
        station.capture(event().idempotencyKey("key"));
        station.capture(event().id("own-1"));

        clock.advance(Duration.ofHours(24).plusMillis(1));
        pruner.runOnce();

        assertThat(station.publish(event().idempotencyKey("key").data("2")))
                .first()
                .isInstanceOf(Captured.class);
        assertThat(station.publish(event().id("own-1"))).first().isInstanceOf(Repeated.class);
    }

    /// Several processes, one id, at the same time: the database lets one of them have it.
    @Test
    void ofManyAtOnceOneIsCapturedAndTheOthersHearOfIt() throws Exception {
        var races = new ArrayList<Callable<CaptureResult>>();
        for (int i = 0; i < 8; i++) {
            var other = new Station(DB, clock, 100 + i);
            races.add(() -> other.publish(event().id("own-1")).getFirst());
        }

        var results = new ArrayList<CaptureResult>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var race : threads.invokeAll(races)) {
                results.add(race.get());
            }
        }

        assertThat(results).filteredOn(Captured.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(Repeated.class::isInstance).hasSize(7);
        assertStored(1);
    }

    private static UUID id(CaptureResult captured) {
        return ((Captured) captured).event().id();
    }

    private static void assertStored(int events) {
        assertThat(DB.number("SELECT count(*) FROM event")).isEqualTo(events);
    }
}
