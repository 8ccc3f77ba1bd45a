package dev.waybill.infra.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The two formats, also for text that attacks them.
class LogFormatTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, String> IDS = Map.of(LogScope.REQUEST_ID, "req_1");

    private final LoggerContext context = new LoggerContext();

    /// Written so that no line of this file hides a character.
    static List<Arguments> messages() {
        return List.of(
                Arguments.of("plain", "plain", "plain"),
                Arguments.of("", "", ""),
                Arguments.of("a\nb\r\nc", "a?b??c", "a\nb\r\nc"),
                Arguments.of("\u001b[31mred\u0000\b", "?[31mred??", "\u001b[31mred\u0000\b"),
                Arguments.of("\"quoted\" \\", "\"quoted\" \\", "\"quoted\" \\"),
                Arguments.of("tab\there", "tab?here", "tab\there"),
                Arguments.of("high \ud800 low \udc00", "high ? low ?", "high \ufffd low \ufffd"),
                Arguments.of("\udc00\ud800", "??", "\ufffd\ufffd"),
                Arguments.of("\u2028\u2029\u0085", "???", "\u2028\u2029\u0085"),
                Arguments.of("\u202ethgir", "?thgir", "\u202ethgir"),
                Arguments.of("\udb40\udc41tag", "?tag", "\udb40\udc41tag"),
                Arguments.of(
                        "gr\u00fc\u00dfe \ud83d\ude80",
                        "gr\u00fc\u00dfe \ud83d\ude80",
                        "gr\u00fc\u00dfe \ud83d\ude80"),
                Arguments.of(
                        "\"},{\"level\":\"INFO", "\"},{\"level\":\"INFO", "\"},{\"level\":\"INFO"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aMessageStaysInOneLine(String message, String text, String json) {
        assertThat(text(event(message, null)))
                .isEqualTo("2026-05-01T12:00:00.000Z WARN  dev.waybill.Some " + text + "\n");

        var line = json(event(message, null));
        assertThat(line.get("message").stringValue()).isEqualTo(json);
        assertThat(line.get("level").stringValue()).isEqualTo("WARN");
    }

    @Test
    void everyFieldHasItsPlace() {
        var event = event("it happened, state=ready", new IllegalStateException("why"));
        event.setKeyValuePairs(
                List.of(
                        new KeyValuePair("endpoint_id", "whe_1"),
                        new KeyValuePair("note", "a \"b\"\nlevel=INFO"),
                        new KeyValuePair("message", "another"),
                        new KeyValuePair("pid", 17)));

        var text = LogScope.call(() -> IDS, () -> text(event));
        var json = LogScope.call(() -> IDS, () -> json(event));

        assertThat(text.lines().toList().getFirst())
                .isEqualTo(
                        "2026-05-01T12:00:00.000Z WARN  dev.waybill.Some it happened, state=ready,"
                                + " request_id=req_1 endpoint_id=whe_1"
                                + " note=\"a \\\"b\\\"?level=INFO\" message=another pid=17");
        assertThat(json.propertyNames())
                .containsExactly(
                        "time",
                        "level",
                        "logger",
                        "thread",
                        "message",
                        "request_id",
                        "endpoint_id",
                        "note",
                        "message_",
                        "pid",
                        "error");
        assertThat(json.get("time").stringValue()).isEqualTo("2026-05-01T12:00:00.000Z");
        assertThat(json.get("logger").stringValue()).isEqualTo("dev.waybill.Some");
        assertThat(json.get("thread").stringValue()).isEqualTo("thread-1");
        assertThat(json.get("message").stringValue()).isEqualTo("it happened, state=ready");
        assertThat(json.get("note").stringValue()).isEqualTo("a \"b\"\nlevel=INFO");
        assertThat(json.get("error").stringValue())
                .startsWith("java.lang.IllegalStateException: why\n\tat dev.waybill.");
    }

    @Test
    void aLineHasALimit() {
        var huge = "x".repeat(1 << 20);
        var hostile = "\u0000".repeat(1 << 20);
        for (var text : List.of(huge, hostile)) {
            var event = event(text, new IllegalStateException(text, new Error(text)));
            event.setKeyValuePairs(List.of(new KeyValuePair("note", text)));

            var json = format(LogFormat.JSON, event);

            assertThat(json.getBytes(UTF_8)).hasSizeLessThan(16 * 1024);
            assertThat(JSON.readTree(json).get("message").stringValue())
                    .endsWith("… (1048576 characters)");
            assertThat(format(LogFormat.TEXT, event).getBytes(UTF_8)).hasSizeLessThan(16 * 1024);
        }
    }

    @Test
    void aStackTraceBeginsWithItsRootAndIsShort() {
        var error = new Error("one\n2026-05-01T12:00:00.000Z INFO  forged", deep(40));

        var text = text(event("failed", error));
        var lines = text.lines().toList();

        assertThat(lines.get(1)).isEqualTo("java.lang.IllegalStateException: deep");
        assertThat(lines).filteredOn(line -> line.startsWith("\tat ")).hasSizeLessThan(30);
        assertThat(lines)
                .contains("Wrapped by: java.lang.Error: one?2026-05-01T12:00:00.000Z INFO  forged");
        assertThat(lines).noneMatch(line -> line.startsWith("2026") && line.contains("forged"));
        assertThat(json(event("failed", error)).get("error").stringValue())
                .isEqualTo(text.substring(text.indexOf('\n') + 1));
    }

    @Test
    void manyCausesAreCut() {
        var error = new Exception("0");
        for (int i = 1; i < 200; i++) {
            error = new Exception("cause " + i + "x".repeat(900), error);
        }

        assertThat(format(LogFormat.JSON, event("failed", error)).getBytes(UTF_8))
                .hasSizeLessThan(16 * 1024);
    }

    @Test
    void idsAreThoseOfTheScope() {
        var outer = Map.of("request_id", "req_1", "app_id", "app_1");
        var inner = Map.of("app_id", "app_2", "delivery_id", "dlv_1");

        var line =
                LogScope.call(
                        () -> outer,
                        () -> LogScope.call(() -> inner, () -> json(event("inside", null))));

        assertThat(line.get("request_id").stringValue()).isEqualTo("req_1");
        assertThat(line.get("app_id").stringValue()).isEqualTo("app_2");
        assertThat(line.get("delivery_id").stringValue()).isEqualTo("dlv_1");
        assertThat(json(event("outside", null)).has("request_id")).isFalse();
    }

    @Test
    void aScopeEndsWithAnExceptionAndIsNotOfOtherThreads() {
        var other = new CompletableFuture<JsonNode>();
        Runnable work =
                () -> {
                    Thread.ofVirtual().start(() -> other.complete(json(event("other", null))));
                    throw new IllegalStateException("ends it");
                };

        assertThatIllegalStateException().isThrownBy(() -> LogScope.run(() -> IDS, work));

        assertThat(other.join().has("request_id")).isFalse();
        assertThat(json(event("after", null)).has("request_id")).isFalse();
    }

    @Test
    void aScopeIsResumedOnAnotherThread() {
        var scope = LogScope.call(() -> IDS, LogScope::current);
        var line = new CompletableFuture<JsonNode>();

        Thread.ofVirtual()
                .start(() -> scope.resume(() -> line.complete(json(event("resumed", null)))));

        assertThat(line.join().get("request_id").stringValue()).isEqualTo("req_1");
    }

    private static Exception deep(int frames) {
        return frames == 0 ? new IllegalStateException("deep") : deep(frames - 1);
    }

    private LoggingEvent event(String message, @Nullable Throwable failure) {
        var event =
                new LoggingEvent(
                        "",
                        context.getLogger("dev.waybill.Some"),
                        Level.WARN,
                        message,
                        failure,
                        null);
        event.setInstant(Instant.parse("2026-05-01T12:00:00Z"));
        event.setThreadName("thread-1");
        return event;
    }

    private static String text(LoggingEvent event) {
        return format(LogFormat.TEXT, event);
    }

    /// Read with a parser that accepts nothing that is not JSON.
    private static JsonNode json(LoggingEvent event) {
        var line = format(LogFormat.JSON, event);
        assertThat(line).endsWith("}\n");
        assertThat(line.substring(0, line.length() - 1)).doesNotContainPattern("\\p{Cntrl}");
        return JSON.readTree(line);
    }

    private static String format(LogFormat format, LoggingEvent event) {
        return new String(format.encoder().encode(event), UTF_8);
    }
}
