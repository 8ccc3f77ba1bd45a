package dev.waybill.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.domain.command.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventRulesTest {

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final byte[] DATA = {'1'};

    private static List<String> check(EventDraft draft) {
        var found = new ArrayList<Violation>();
        EventRules.check(draft, NOW, found::add);
        return found.stream()
                .map(one -> one.code().code() + ": " + one.detail(one.field()))
                .toList();
    }

    private static EventDraft draft(
            @Nullable String type, @Nullable String id, @Nullable String orderingKey) {
        return new EventDraft(type, DATA, id, null, null, null, orderingKey);
    }

    private static EventDraft timed(
            @Nullable Instant createdAt, @Nullable Instant expiresAt, @Nullable Integer ttl) {
        return new EventDraft("a.b", DATA, null, createdAt, expiresAt, ttl, null);
    }

    static Stream<EventDraft> valid() {
        return Stream.of(
                draft("a", null, null),
                draft("a.B_9.c", "A-Z_9", "\u00fc \ud83d\ude00"),
                draft("x".repeat(128), "x".repeat(64), "x".repeat(255)),
                new EventDraft(
                        "a", new byte[EventRules.DATA_BYTES_MAX], null, null, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("valid")
    void acceptsUpToTheLimits(EventDraft draft) {
        assertThat(check(draft)).isEmpty();
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                arguments(draft(null, null, null), "required: type is required"),
                arguments(draft("", null, null), "format: type must be letters"),
                arguments(draft("a..b", null, null), "format: type must be letters"),
                arguments(draft("a.*", null, null), "format: type must be letters"),
                arguments(draft("x".repeat(129), null, null), "format: type must be letters"),
                arguments(draft("a", "", null), "format: id must be 1 to 64"),
                arguments(draft("a", "a.b", null), "format: id must be 1 to 64"),
                arguments(draft("a", "\u00fc", null), "format: id must be 1 to 64"),
                arguments(draft("a", "x".repeat(65), null), "format: id must be 1 to 64"),
                arguments(draft("a", null, ""), "range: ordering_key must be 1 to 255"),
                arguments(draft("a", null, "x".repeat(256)), "range: ordering_key must be 1 to"),
                arguments(draft("a", null, "a\u0000"), "format: ordering_key must not contain"),
                arguments(draft("a", null, "\ud83d"), "format: ordering_key must not contain"),
                arguments(
                        new EventDraft("a", null, null, null, null, null, null),
                        "required: data is required."),
                arguments(
                        new EventDraft(
                                "a",
                                new byte[EventRules.DATA_BYTES_MAX + 1],
                                null,
                                null,
                                null,
                                null,
                                null),
                        "range: data must not be larger than 262144 bytes."));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void refusesWhatBreaksARule(EventDraft draft, String violation) {
        assertThat(check(draft)).singleElement().asString().startsWith(violation);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // created_at, expires_at, ttl_seconds, start, expiry
                "-, -, -, -, -",
                "-, -, 60, 2026-05-01T12:00:00Z, 2026-05-01T12:01:00Z",
                "2026-05-01T11:59:01Z, -, 60, 2026-05-01T11:59:01Z, 2026-05-01T12:00:01Z",
                "2001-01-01T00:00:00Z, -, -, 2001-01-01T00:00:00Z, -",
                "-, 2026-05-01T12:00:00.001Z, -, -, 2026-05-01T12:00:00.001Z",
                "9999-12-31T23:58:59.999Z, -, 60, 9999-12-31T23:58:59.999Z,"
                        + " 9999-12-31T23:59:59.999Z",
            })
    void anEventExpiresInTheFuture(
            @Nullable Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Integer ttl,
            @Nullable Instant start,
            @Nullable Instant expiry) {
        var draft = timed(createdAt, expiresAt, ttl);

        assertThat(check(draft)).isEmpty();
        assertThat(draft.start(NOW)).isEqualTo(start);
        assertThat(draft.expiry(NOW)).isEqualTo(expiry);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "- | 2026-05-01T12:00:00Z | -  | range: expires_at is in the past.",
                "- | 2027-01-01T00:00:00Z | 60"
                        + " | conflict: Give ttl_seconds or expires_at, not both.",
                "2026-05-01T11:59:00Z | - | 60"
                        + " | range: The event has expired: created_at + ttl_seconds is in the"
                        + " past.",
                "9999-12-31T23:59:00Z | - | 60"
                        + " | range: created_at + ttl_seconds is after the year 9999.",
            })
    void refusesOtherTimes(
            @Nullable Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Integer ttl,
            String violation) {
        assertThat(check(timed(createdAt, expiresAt, ttl))).containsExactly(violation);
    }

    @Test
    void listsEveryViolation() {
        var expired = NOW.minusSeconds(1);

        assertThat(check(new EventDraft(null, null, "", null, expired, null, "")))
                .extracting(violation -> violation.replaceFirst("(: \\w+).*", "$1"))
                .containsExactly(
                        "required: type",
                        "required: data",
                        "format: id",
                        "range: ordering_key",
                        "range: expires_at");
    }

    @Test
    void theSizeComesLast() {
        var large = new byte[EventRules.DATA_BYTES_MAX + 1];
        var found = new ArrayList<Violation>();

        EventRules.check(new EventDraft("a b", large, "", null, null, null, ""), NOW, found::add);

        assertThat(found).hasSize(4).last().isEqualTo(EventRules.TOO_LARGE);
    }
}
