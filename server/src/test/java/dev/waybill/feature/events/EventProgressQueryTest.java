package dev.waybill.feature.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.EventStatus;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventProgressQueryTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope DEFAULT = new Scope(Apps.DEFAULT, Mode.LIVE);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final EventQuery events = new EventQuery(DB.database());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void anEventWithoutDeliveriesHasNone() {
        var progress = progress(fixtures.event().id());

        assertThat(progress).isEqualTo(EventProgress.NONE);
    }

    @Test
    void perEndpointTheNewestDeliveryCountsAndCancelledOnesDoNot() {
        var event = fixtures.event().id();
        var one = UUID.randomUUID();
        var two = UUID.randomUUID();
        insert(event, one, "failed", "exhausted", 3);
        insert(event, one, "delivered", null, 1);
        insert(event, one, "cancelled", "cancelled", 0);
        assertThat(progress(event).status()).isEqualTo(EventStatus.DELIVERED);

        insert(event, two, "expired", "ttl", 0);
        assertThat(progress(event).status()).isEqualTo(EventStatus.EXPIRED);

        insert(event, two, "expired", "deadline", 5);
        assertThat(progress(event).status()).isEqualTo(EventStatus.DELIVERY_FAILED);
        assertThat(progress(event).attempts()).isEqualTo(9);
    }

    @Test
    void theLastAnswerStaysWhenNobodyAnswersAnyMore() {
        var event = fixtures.event().id();
        var delivery = insert(event, UUID.randomUUID(), "failed", "exhausted", 2);
        attempt(delivery, 1, 503, null);
        attempt(delivery, 2, null, "timeout_first_byte");

        var answer = Objects.requireNonNull(progress(event).lastAnswer());

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.receivedAt()).isEqualTo(clock.instant().plusMillis(5));
    }

    @Test
    void ofVeryManyDeliveriesOnlyTheNewestAreListed() {
        var event = fixtures.event().id();
        int over = EventDetail.DELIVERIES_MAX + 5;
        UUID last = null;
        for (int i = 0; i < over; i++) {
            last = insert(event, UUID.randomUUID(), "delivered", null, 1);
        }

        var detail = events.detail(event, DEFAULT).orElseThrow();

        assertThat(detail.deliveries()).hasSize(EventDetail.DELIVERIES_MAX);
        assertThat(detail.deliveries().getLast().id()).isEqualTo(last);
        assertThat(detail.more()).isTrue();
        assertThat(detail.progress().attempts()).isEqualTo(over);
    }

    private EventProgress progress(UUID event) {
        return events.detail(event, DEFAULT).orElseThrow().progress();
    }

    private UUID insert(
            UUID event, UUID endpoint, String state, @Nullable String reason, int attempts) {
        var id = fixtures.ids().next();
        DB.execute(
                """
                INSERT INTO delivery (
                    id, event_id, endpoint_id, app_id, mode, event_type, state, reason, attempts,
                    refusals, closing, retry_policy, first_attempt_at, give_up_at, updated_at)
                SELECT ?, ?, ?, ?, 'live', 'a.b', ?, ?, tried, 0, false, 'live',
                       CASE WHEN tried > 0 THEN now() END, now(), now()
                  FROM (SELECT CAST(? AS integer) AS tried) AS given
                """,
                id,
                event,
                endpoint,
                Apps.DEFAULT,
                state,
                reason,
                attempts);
        return id;
    }

    private void attempt(
            UUID delivery, int number, @Nullable Integer status, @Nullable String fault) {
        DB.execute(
                """
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, fault,
                    url, signature)
                VALUES (?, ?, ?, CAST(? AS timestamptz), 5, 'failed', ?, ?, 'https://a.test/', '')
                """,
                delivery,
                number,
                fixtures.ids().next(),
                clock.instant().toString(),
                status,
                fault);
    }
}
