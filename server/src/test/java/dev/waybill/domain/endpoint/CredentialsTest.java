package dev.waybill.domain.endpoint;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Credentials.Headers;
import dev.waybill.domain.endpoint.Credentials.Secret;
import dev.waybill.domain.event.EventFormat;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialsTest {

    private static final Secret FIRST = new Secret(SignatureScheme.HEX, new byte[] {1, 2, 3}, null);
    private static final Secret SECOND =
            new Secret(SignatureScheme.STANDARD, new byte[] {4}, "WaybillMarker-public");
    private static final Headers HEADERS = new Headers(List.of("X-Token"), new byte[] {5});
    private static final Credentials CREDENTIALS = new Credentials(FIRST, null, HEADERS);

    @Test
    void aRotatedSecretCountsUntilItsTimeIsUp() {
        var rotated = CREDENTIALS.rotated(SECOND, NOON);

        assertThat(rotated.secret()).isSameAs(SECOND);
        assertThat(rotated.headers()).isSameAs(HEADERS);
        var previous = Objects.requireNonNull(rotated.previous());
        assertThat(previous.scheme()).isEqualTo(SignatureScheme.HEX);
        assertThat(previous.sealed()).containsExactly(1, 2, 3);
        assertThat(previous.countsAt(NOON.minusNanos(1))).isTrue();
        assertThat(previous.countsAt(NOON)).isFalse();
        assertThat(rotated.previousUntil(NOON.minusNanos(1))).isEqualTo(NOON);
        assertThat(rotated.previousUntil(NOON)).isNull();
        assertThat(CREDENTIALS.previousUntil(NOON)).isNull();
    }

    @Test
    void aReplacedSecretCountsNoMore() {
        var replaced = CREDENTIALS.rotated(SECOND, NOON).replaced(FIRST);

        assertThat(replaced.secret()).isSameAs(FIRST);
        assertThat(replaced.previous()).isNull();
        assertThat(replaced.headers()).isSameAs(HEADERS);
    }

    @Test
    void headersAreChangedAndNothingElse() {
        var rotated = CREDENTIALS.rotated(SECOND, NOON);
        var bare = rotated.with(Headers.NONE);

        assertThat(bare.headers()).isSameAs(Headers.NONE);
        assertThat(bare.secret()).isSameAs(SECOND);
        assertThat(bare.previous()).isSameAs(rotated.previous());
    }

    @Test
    void valuesOfHeadersHaveNames() {
        assertThatThrownBy(() -> new Headers(List.of(), new byte[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Endpoint endpoint(String... types) {
        return new Endpoint(
                new UUID(0x7000, 0x8000_0000_0000_0001L),
                new UUID(0x7000, 0x8000_0000_0000_0002L),
                Mode.LIVE,
                new EndpointSettings(
                        "https://example.com/hook?token=WaybillMarker",
                        "",
                        List.of(types),
                        null,
                        new DeliveryLimits(
                                Duration.ofSeconds(15), DeliveryLimits.IN_FLIGHT_DEFAULT, null),
                        HealthRules.DEFAULT,
                        new OrderRules(Ordering.NONE, OnExhausted.CONTINUE),
                        null,
                        EventFormat.WAYBILL),
                CREDENTIALS,
                Standing.active(NOON),
                NOON,
                NOON,
                false);
    }

    @ParameterizedTest
    @CsvSource({
        "invoice.paid,  true",
        "order.made,    true",
        "order.x.y,     true",
        "invoice.void,  false",
        "orders.made,   false",
    })
    void anEndpointTakesWhatOneOfItsPatternsMatches(String type, boolean takes) {
        assertThat(endpoint("invoice.paid", "order.*").takes(type)).isEqualTo(takes);
        assertThat(endpoint().takes(type)).isFalse();
    }

    @Test
    void anEndpointIsPrintedWithoutItsSecrets() {
        assertThat(endpoint("a.b").toString()).matches("Endpoint\\[whe_[0-9a-z]{26} ACTIVE]");
    }

    @Test
    void anEndpointIsChangedInOneThing() {
        var before = endpoint("a.b");
        var paused = new Standing(EndpointState.PAUSED, "requested", NOON, Duration.ZERO);
        var later = NOON.plusSeconds(1);

        assertThat(before.with(paused).state()).isEqualTo(EndpointState.PAUSED);
        assertThat(before.with(paused).updatedAt()).isEqualTo(NOON);
        assertThat(before.with(paused).credentials()).isSameAs(CREDENTIALS);
        var others = CREDENTIALS.with(Headers.NONE);
        assertThat(before.with(others, later).credentials()).isSameAs(others);
        assertThat(before.with(others, later).updatedAt()).isEqualTo(later);
        assertThat(before.with(others, later).state()).isEqualTo(EndpointState.ACTIVE);
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSED,   -1, 60",
        "PAUSED,   0,  60",
        "PAUSED,   5,  65",
        "ACTIVE,   5,  60",
        "DISABLED, 5,  60",
    })
    void aPauseUnderWayCounts(EndpointState state, int secondsLater, int paused) {
        var standing = new Standing(state, null, NOON, Duration.ofSeconds(60));

        assertThat(standing.pausedTotalAt(NOON.plusSeconds(secondsLater)))
                .isEqualTo(Duration.ofSeconds(paused));
    }

    @Test
    void healthRulesArePositive() {
        assertThat(new HealthRules(1, Duration.ofNanos(1)).disableAfterFailures()).isOne();
        assertThat(new HealthRules(null, null).pauseAfter()).isNull();
        assertThatThrownBy(() -> new HealthRules(0, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HealthRules(null, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
