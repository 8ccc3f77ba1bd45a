package dev.waybill.web.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.feature.events.FeedPosition;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.SentRequest;
import dev.waybill.web.json.Json;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Cursors of all kinds. No list takes the cursor of another for its own.
class CursorTest {

    private static final UUID ID = UUID.fromString("fedcba98-4f39-7000-a692-012226a0b1dd");
    private static final FeedPosition POSITION =
            new FeedPosition(4_711, ID, Instant.ofEpochMilli(1_777_777_777_123L));

    private static final Cursor<UUID> DELIVERIES = Cursor.ofIds(PagedList.DELIVERIES);
    private static final Cursor<String> TYPES = Cursor.ofNames(PagedList.EVENT_TYPES);
    private static final Cursor<FeedPosition> FEED = FeedCursor.CURSOR;

    /// Clients keep cursors for as long as they like: these must not change.
    static Stream<Arguments> kinds() {
        return Stream.of(
                arguments(DELIVERIES, ID, "ZP7cuphPOXAAppIBIiagsd0"),
                arguments(TYPES, "invoice.paid", "bjppbnZvaWNlLnBhaWQ"),
                arguments(FEED, POSITION, "ZgAAAAAAABJn_ty6mE85cACmkgEiJqCx3QAAAZ3r0Bnj"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T> void aCursorLeadsBackToWhereItsPageEnded(Cursor<T> list, T position, String text) {
        assertThat(list.encode(position)).isEqualTo(text).matches("[A-Za-z0-9_-]+");
        assertThat(list.decode(text)).contains(position);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "invoice.paid", "gr\u00fc\u00df", "\ud83d\ude00", ":"})
    void everyNameHasACursor(String name) {
        assertThat(TYPES.decode(TYPES.encode(name))).contains(name);
    }

    @Test
    void theStartOfTheFeedHasACursor() {
        assertThat(FEED.decode(FEED.encode(FeedPosition.START))).contains(FeedPosition.START);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T> void isRefusedIfTruncatedOrExtended(Cursor<T> list, T position, String text) {
        for (int length = 0; length < text.length(); length++) {
            assertThat(list.decode(text.substring(0, length))).isNotEqualTo(Optional.of(position));
            assertThat(list.decode(text.substring(length + 1))).isEmpty();
        }
        if (list.list() != PagedList.EVENT_TYPES) {
            assertThat(list.decode(text + "AAAA")).isEmpty();
            assertThat(list.decode(text.substring(0, text.length() - 4))).isEmpty();
        }
    }

    /// Where a change makes another position, that position has this one spelling only.
    @ParameterizedTest
    @MethodSource("kinds")
    <T> void isRefusedOrAnotherPositionIfTamperedWith(Cursor<T> list, T position, String text) {
        for (int at = 0; at < text.length(); at++) {
            for (char other : "AQgw9_-!=%+/ \u0000\u00fc".toCharArray()) {
                var tampered = text.substring(0, at) + other + text.substring(at + 1);
                list.decode(tampered)
                        .ifPresent(found -> assertThat(list.encode(found)).isEqualTo(tampered));
            }
        }
        assertThat(list.decode(text + "=")).isEmpty();
        assertThat(list.decode(" " + text)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T> void isRefusedByOtherLists(Cursor<T> list, T position, String text) {
        for (var other : PagedList.values()) {
            if (other != list.list()) {
                assertThat(Cursor.ofIds(other).decode(text)).isEmpty();
                assertThat(Cursor.ofNames(other).decode(text)).isEmpty();
            }
        }
    }

    @Test
    void everyListHasItsOwnMark() {
        assertThat(Arrays.stream(PagedList.values()).map(PagedList::mark)).doesNotHaveDuplicates();
    }

    static Stream<Arguments> forged() {
        return Stream.of(
                arguments(FEED, FEED.encode(new FeedPosition(-1, ID, Instant.EPOCH))),
                arguments(TYPES, encoded("invoice.paid", UTF_8)),
                arguments(TYPES, encoded("N:invoice.paid", UTF_8)),
                arguments(TYPES, encoded("n;invoice.paid", UTF_8)),
                arguments(TYPES, encoded("n", UTF_8)),
                arguments(TYPES, encoded("n:\u0000", UTF_8)),
                arguments(TYPES, encoded("n:a\nb", UTF_8)),
                arguments(TYPES, encoded("n:\u00fc", ISO_8859_1)),
                arguments(DELIVERIES, encoded("d", UTF_8)),
                arguments(DELIVERIES, ""),
                arguments(DELIVERIES, "dlv_01arz3ndektsv4rrffq69g5fav-3"));
    }

    private static String encoded(String text, Charset charset) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(charset));
    }

    @ParameterizedTest
    @MethodSource("forged")
    void isRefusedIfForged(Cursor<?> list, String text) {
        assertThat(list.decode(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "not%20base64", "AAAA", "bjppbnZvaWNlLnBhaWQ"})
    void aRequestWithAnotherCursorIsRefused(String text) {
        var params = new Params(SentRequest.get("/v1/things?cursor=" + text), "cursor");

        assertThatThrownBy(() -> params.cursor(DELIVERIES))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_QUERY);
                            assertThat(problem.field()).isEqualTo("cursor");
                            assertThat(problem.detail()).endsWith("Start again without it.");
                        });
    }

    @Test
    void theLastPageHasNone() {
        var page = Pages.of(List.of(Json.object()), TYPES, null);

        assertThat(page.get("next_cursor").isNull()).isTrue();
        assertThat(page.get("data")).hasSize(1);
        assertThat(new Params(SentRequest.get("/v1/things"), "cursor").cursor(TYPES)).isEmpty();
    }
}
