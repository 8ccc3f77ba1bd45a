package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.fuzz.Escaped;
import dev.waybill.fuzz.Finding;
import dev.waybill.fuzz.FuzzCase;
import dev.waybill.fuzz.FuzzRun;
import dev.waybill.fuzz.SecondOpinion;
import dev.waybill.fuzz.SecondOpinion.Message;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.LogLines;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Odd requests, sent to our server and given to Netty's parser. The server may be stricter, never
/// more lenient: a request that it accepts, Netty accepts as the same request.
class RequestFuzzTest {

    private static final Logger LOG = LoggerFactory.getLogger(RequestFuzzTest.class);

    private static final Set<Integer> REFUSALS = Set.of(400, 413, 431, 503);

    private static final Pattern ORIGIN = Pattern.compile("(?i)https?://[^/?]*");
    private static final Pattern PLAIN_QUERY = Pattern.compile("q=([a-z0-9]*)(&[a-z0-9=]*)?");

    private final FuzzedServer server = new FuzzedServer();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @Test
    void nothingIsAcceptedThatAnotherParserReadsDifferently()
            throws InterruptedException, ExecutionException {
        try (var log = LogLines.ofPackageOf(HttpServer.class)) {
            try (server) {
                long anonymous = largestGrant(FuzzedServer.ANONYMOUS);
                long identified = largestGrant(FuzzedServer.IDENTIFIED);
                new FuzzRun(RequestFuzzTest.class, RequestGrammar::generate, this::judge)
                        .play(() -> {
                            assertAllIsGivenBack(FuzzedServer.ANONYMOUS, anonymous);
                            assertAllIsGivenBack(FuzzedServer.IDENTIFIED, identified);
                        });
            }
            assertThat(log.lines()).as("nothing failed, and no request was left").isEmpty();
        }
        LOG.info(
                "fuzzed requests: cases={}, accepted={}, refused={}",
                FuzzRun.cases(),
                accepted,
                refused);
        assertThat(accepted.get())
                .as("the cases are not all refused")
                .isGreaterThanOrEqualTo(FuzzRun.cases() / 2);
    }

    /// The server serves, and holds nothing of ended requests.
    private void assertAllIsGivenBack(String path, long granted) {
        Eventually.holds(() -> server.grants(path, granted));
        assertThat(server.grants(path, granted + 1)).isFalse();
    }

    private long largestGrant(String path) {
        long granted = 0;
        for (long step = 1L << 40; step > 0; step /= 2) {
            granted += server.grants(path, granted + step) ? step : 0;
        }
        return granted;
    }

    private @Nullable Finding judge(FuzzCase input) throws IOException {
        var received = server.exchange(input);
        var answers = SecondOpinion.responses(received);
        var requests = SecondOpinion.requests(input.bytes());
        if (requests.stream().anyMatch(RequestFuzzTest::hasUnannouncedBody)) {
            return null;
        }
        int number = 0;
        for (var answer : answers) {
            if (!answer.isComplete() || !(answer.head() instanceof HttpResponse response)) {
                return new Finding("a response is malformed", Escaped.line(received));
            }
            if (response.status().code() < 200) {
                continue;
            }
            boolean ends = !HttpUtil.isKeepAlive(response);
            if (ends && answer.end() < received.length) {
                return new Finding("something follows the last response", Escaped.line(received));
            }
            var finding = judge(response, number < requests.size() ? requests.get(number) : null);
            if (finding != null || ends) {
                return finding;
            }
            number++;
        }
        return judgeSilence(input.bytes(), requests, number);
    }

    /// The exception: Netty gives a request with both of these headers a body of 8 bytes, as a
    /// draft of WebSocket had it before there was an RFC. Nothing else announces these bytes.
    private static boolean hasUnannouncedBody(Message request) {
        var headers = request.head().headers();
        return headers.contains("Sec-WebSocket-Key1") && headers.contains("Sec-WebSocket-Key2");
    }

    private @Nullable Finding judge(HttpResponse response, @Nullable Message request) {
        int status = response.status().code();
        boolean ends = !HttpUtil.isKeepAlive(response);
        if (ends && REFUSALS.contains(status)) {
            refused.incrementAndGet();
            return null;
        }
        if (status != 200 && status != 404) {
            return new Finding("status " + status, response.toString());
        }
        accepted.incrementAndGet();
        // Without a route a request is answered by its head; not every body is then waited for.
        boolean byHead = ends && status == 404;
        if (request == null || !(byHead ? request.hasGoodHead() : request.isComplete())) {
            return new Finding(
                    "a request is accepted that Netty does not see: " + verdict(request),
                    shown(response) + "\nNetty: " + request);
        }
        if (!ends && !HttpUtil.isKeepAlive(request.head())) {
            return new Finding("a connection stays open that is to be closed", "Netty: " + request);
        }
        return same(response, request)
                ? null
                : new Finding(
                        "a request is read differently", shown(response) + "\nNetty: " + request);
    }

    private static String verdict(@Nullable Message request) {
        return request == null ? "nothing" : request.verdict();
    }

    private static String shown(HttpResponse response) {
        var seen = response.headers().get(FuzzedServer.SEEN);
        return "ours: " + (seen == null ? response.status() : FuzzedServer.Seen.parse(seen));
    }

    /// Whether no route takes it.
    private static boolean isUnknown(Message message) {
        return message.head() instanceof HttpRequest request
                && !FuzzedServer.METHODS.contains(method(request));
    }

    private static String method(HttpRequest request) {
        return request.method().name().equals("HEAD") ? "GET" : request.method().name();
    }

    private static boolean same(HttpResponse response, Message message) {
        if (!(message.head() instanceof HttpRequest request)) {
            return false;
        }
        var text = response.headers().get(FuzzedServer.SEEN);
        if (text == null) {
            return isUnknown(message);
        }
        var seen = FuzzedServer.Seen.parse(text);
        return seen.method().equals(method(request))
                && sameTarget(seen, request.uri())
                && seen.headers().equals(headers(request))
                && Arrays.equals(seen.body(), message.content());
    }

    private static boolean sameTarget(FuzzedServer.Seen seen, String target) {
        var local = target.startsWith("/") ? target : ORIGIN.matcher(target).replaceFirst("");
        var parts = local.split("[?]", 2);
        var path = parts[0].isEmpty() ? "/" : parts[0];
        var query = PLAIN_QUERY.matcher(parts.length == 1 ? "q=" : parts[1]);
        return seen.path().equals(path)
                && (!query.matches() || seen.query().equals(query.group(1)));
    }

    private static List<String> headers(HttpRequest request) {
        return FuzzedServer.HEADERS.stream().map(name -> request.headers().get(name, "")).toList();
    }

    /// The connection ended without a response after this many requests: the rest must be the
    /// beginning of a request, for Netty too if a head is complete.
    private static @Nullable Finding judgeSilence(
            byte[] bytes, List<Message> requests, int answered) {
        int from = answered == 0 ? 0 : requests.get(answered - 1).end();
        var left = new String(bytes, from, bytes.length - from, ISO_8859_1);
        boolean headIsThere = left.replaceFirst("^(\r\n)+", "").contains("\r\n\r\n");
        if (!headIsThere || requests.size() == answered) {
            return null;
        }
        var next = requests.get(answered);
        boolean waits = next.isComplete() || !next.hasGoodHead();
        return waits ? new Finding("the server waits for more than Netty", "Netty: " + next) : null;
    }
}
