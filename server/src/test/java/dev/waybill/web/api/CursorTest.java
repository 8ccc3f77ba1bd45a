package dev.waybill.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.feature.events.FeedPosition;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.SentRequest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The three kinds of cursors, none of which takes another for its own.
class CursorTest {

    private static final UUID ID = UUID.fromString("fedcba98-4f39-7000-a692-012226a0b1dd");
    private static final FeedPosition POSITION =
            new FeedPosition(4_711, ID, Instant.ofEpochMilli(1_777_777_777_123L));

    private static final String OF_IDS = new Cursor('d', ID).encoded();
    private static final String OF_FEED = FeedCursor.encode(POSITION);
    private static final String OF_NAMES = nameCursor("invoice.paid");

    private static String nameCursor(String last) {
        return NameCursor.page(List.of("a", last), true, name -> name, _ -> Json.object())
                .get("next_cursor")
                .stringValue();
    }

    private static String after(String cursor) {
        var request = SentRequest.get("/v1/names?cursor=" + cursor);
        return NameCursor.after(new Params(request, "cursor"));
    }

    @Test
    void aCursorLeadsBackToWhereItsPageEnded() {
        assertThat(Cursor.decode(OF_IDS, 'd')).isEqualTo(ID);
        assertThat(FeedCursor.decode(OF_FEED)).contains(POSITION);
        assertThat(FeedCursor.decode(FeedCursor.encode(FeedPosition.START)))
                .contains(FeedPosition.START);
        assertThat(after(OF_NAMES)).isEqualTo("invoice.paid");
        assertThat(after(nameCursor("gr\u00fc\u00df"))).isEqualTo("gr\u00fc\u00df");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fedcba98", "f", "d-_"})
    void cursorsCanStandInAnAddress(String name) {
        assertThat(nameCursor(name)).matches("[A-Za-z0-9_-]+");
        assertThat(OF_IDS).matches("[A-Za-z0-9_-]+");
        assertThat(OF_FEED).matches("[A-Za-z0-9_-]+");
    }

    static Stream<String> strangers() {
        return Stream.of(
                "",
                "x",
                "not base64!",
                "AAAA",
                OF_IDS.substring(1),
                OF_IDS + "AAAA",
                new Cursor('e', ID).encoded(),
                OF_FEED,
                OF_NAMES);
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void aListOfIdsTakesNoOther(String text) {
        assertThatThrownBy(() -> Cursor.decode(text, 'd'))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.field()).isEqualTo("cursor"));
    }

    static Stream<String> strangersToTheFeed() {
        var before = new FeedPosition(-1, ID, Instant.EPOCH);
        return Stream.of(
                "",
                "not base64!",
                OF_IDS,
                OF_NAMES,
                OF_FEED.substring(4),
                OF_FEED + "AAAA",
                FeedCursor.encode(before));
    }

    @ParameterizedTest
    @MethodSource("strangersToTheFeed")
    void theFeedTakesNoOther(String text) {
        assertThat(FeedCursor.decode(text)).isEmpty();
    }

    static Stream<String> strangersToNames() {
        return Stream.of(
                "",
                "!",
                OF_IDS,
                OF_FEED,
                encoded("invoice.paid"),
                encoded("N:invoice.paid"),
                encoded("n:\u0000"),
                encoded("n:a\nb"));
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @MethodSource("strangersToNames")
    void aListOfNamesTakesNoOther(String text) {
        assertThatThrownBy(() -> after(text))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.field()).isEqualTo("cursor"));
    }

    @Test
    void theLastPageHasNone() {
        var page = NameCursor.page(List.of("a"), false, name -> name, _ -> Json.object());

        assertThat(page.get("next_cursor").isNull()).isTrue();
        assertThat(page.get("data")).hasSize(1);
        assertThat(NameCursor.after(new Params(SentRequest.get("/v1/names"), "cursor"))).isEmpty();
    }
}
