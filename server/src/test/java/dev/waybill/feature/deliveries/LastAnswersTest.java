package dev.waybill.feature.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The last answer of a receiver, also after attempts without one.
class LastAnswersTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope LIVE = new Scope(null, Mode.LIVE);
    private static final DeliveryFilter ALL =
            new DeliveryFilter(null, null, null, null, null, null, null, null, null, null, false);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final DeliveryQuery deliveries = new DeliveryQuery(DB.database());
    private final DeliveryList list = new DeliveryList(DB.database());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void theyStayWhenTheNewestAttemptsGotNone() {
        var id = fixtures.delivery().to(fixtures.endpoint()).attempted(4).insert();
        attempt(id, 1, 503, "come back");
        attempt(id, 2, 500, "my disk is full");
        attempt(id, 3, null, null);
        attempt(id, 4, null, null);

        assertSays(deliveries.find(id, LIVE).stream().toList());
        assertSays(deliveries.findAll(List.of(id)));
        assertSays(list.page(LIVE, ALL, DeliveryList.AFTER_ALL, 10).rows());
    }

    private void assertSays(List<DeliveryView> seen) {
        assertThat(seen)
                .singleElement()
                .satisfies(delivery -> {
                    var answer = requireNonNull(delivery.lastAnswer());
                    assertThat(answer.status()).isEqualTo(500);
                    assertThat(answer.excerpt()).isEqualTo("my disk is full".getBytes(UTF_8));
                    assertThat(answer.receivedAt()).isEqualTo(clock.instant().plusMillis(5));
                });
    }

    @Test
    void whoeverNeverAnsweredHasNone() {
        var id = fixtures.delivery().to(fixtures.endpoint()).attempted(2).insert();
        attempt(id, 1, null, null);
        attempt(id, 2, null, null);

        assertThat(deliveries.find(id, LIVE).orElseThrow().lastAnswer()).isNull();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"TLS_OTHER", "TLS_EXPIRED", "TLS_UNTRUSTED", "TLS_NAME"})
    void whatIsWrongWithACertificateIsForOperators(Fault fault) {
        var code = new AttemptCode(1, null, fault);

        assertThat(Audience.OPERATORS.seen(code).error()).isEqualTo(FaultText.of(fault));
        assertThat(Audience.CUSTOMERS.seen(code).error()).isEqualTo("the TLS handshake failed");
        assertThat(fault.cause()).isEqualTo(Cause.Kind.TLS);
    }

    private void attempt(UUID id, int number, @Nullable Integer status, @Nullable String said) {
        DB.execute(
                """
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, fault,
                    response_excerpt, url, signature)
                VALUES (?, ?, ?, ?, 5, 'failed', ?, ?, ?, 'https://hooks.example/', 'v1,x')
                """,
                id,
                number,
                fixtures.ids().next(),
                clock.instant(),
                status,
                status == null ? Fault.TIMEOUT_FIRST_BYTE.code() : null,
                said == null ? null : said.getBytes(UTF_8));
    }
}
