package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A request is decided about by its head, and its memory is paid for.
class AdmissionTest {

    private static final int MEGABYTE = 1 << 20;
    private static final String WORD = "Word: open\r\n";

    private final EchoServer echo =
            new EchoServer(
                    new HttpServer.Bounds(new MemoryBudget(16 * MEGABYTE), 100, Duration.ZERO),
                    TrustedProxies.NONE);

    @AfterEach
    void stop() {
        echo.close();
    }

    private static String post(String path, String headers, long length) {
        return "POST %s HTTP/1.1\r\nHost: a\r\n%sContent-Length: %d\r\n\r\n"
                .formatted(path, headers, length);
    }

    /// None of them has sent a byte of its body.
    @ParameterizedTest
    @CsvSource({
        "/nowhere,  404",
        "/thing/a,  405",
        "/guarded,  401",
        "/small,    413",
    })
    void aRefusedRequestIsAnsweredBeforeItsBody(String path, int status) throws IOException {
        try (var client = echo.client()) {
            client.send(post(path, "", 5 * MEGABYTE));

            assertThat(client.answer().status()).isEqualTo(status);
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void theCallerIsAskedForBeforeTheSize() throws IOException {
        try (var client = echo.client()) {
            client.send(post("/guarded", "", 100L * MEGABYTE));
            assertThat(client.answer().status()).isEqualTo(401);
        }
        try (var client = echo.client()) {
            client.send(post("/guarded", WORD, 100L * MEGABYTE));
            assertThat(client.answer().status()).isEqualTo(413);
        }
    }

    @Test
    void aSmallBodyOfARefusedRequestIsDroppedAndTheConnectionStays() throws IOException {
        try (var client = echo.client()) {
            client.send(post("/guarded", "", 1_000)).send("x".repeat(1_000));
            assertThat(client.answer().status()).isEqualTo(401);

            client.send("POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .send("3\r\nabc\r\n0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(404);

            client.send(post("/guarded", WORD, 2)).send("hi");
            assertThat(client.answer().body()).isEqualTo("POST /guarded hi");
        }
    }

    @Test
    void aClientThatWaitsForLeaveHearsTheRefusal() throws IOException {
        try (var client = echo.client()) {
            client.send(post("/guarded", "Expect: 100-continue\r\n", 10));

            assertThat(client.answer().status()).isEqualTo(401);
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void anonymousBodiesLeaveRoomForOthers() throws IOException, InterruptedException {
        try (var first = echo.client();
                var second = echo.client();
                var known = echo.client()) {
            // One client may hold a megabyte of the four for anonymous requests.
            first.send(post("/later", "", MEGABYTE - 50_000)).send("x".repeat(MEGABYTE - 50_000));
            var reply = echo.later.take();

            second.send(post("/prompt", "", 200_000)).send("x".repeat(200_000));
            assertThat(second.answer().status()).isEqualTo(503);
            known.send(post("/guarded", WORD, 5 * MEGABYTE)).send("x".repeat(5 * MEGABYTE));
            assertThat(known.answer().status()).isEqualTo(200);
            reply.send(Response.text(200, "done"));
        }
    }

    /// The first piece of a head does not identify the sender.
    @Test
    void aHeadInTwoPiecesNeedsNoneOfTheMemoryThatOthersHaveTaken()
            throws IOException, InterruptedException {
        var replies = new ArrayList<Reply>();
        var bounds = new HttpServer.Bounds(new MemoryBudget(64 << 10), 100, Duration.ZERO);
        try (var small = new EchoServer(bounds, TrustedProxies.NONE);
                var known = small.client()) {
            var port = small.server.port();
            for (int i = 0; i < 4; i++) {
                // A quarter of what requests without a key may hold.
                try (var stranger = new RawClient(port, "127.0.1." + (1 + i))) {
                    stranger.send(post("/later", "", 3_900)).send("x".repeat(3_900));
                    replies.add(small.later.take());
                }
            }

            known.send("POST /guarded HTTP/1.1\r\nHost: a\r\nX-Pad: " + "x".repeat(800));
            try (var other = small.client()) {
                other.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n");
                other.awaitFirstByte();
            }
            known.send("\r\n" + WORD + "Content-Length: 2\r\n\r\nhi");

            assertThat(known.answer().body()).isEqualTo("POST /guarded hi");
            replies.forEach(reply -> reply.send(Response.text(200, "done")));
        }
    }

    @Test
    void everythingIsGivenBack() throws IOException, InterruptedException {
        try (var client = echo.client()) {
            client.send(post("/later", "", 500_000)).send("x".repeat(500_000));
            var reply = echo.later.take();
            assertThat(echo.server.budget().held()).isGreaterThan(500_000);

            reply.send(Response.text(200, "done"));

            assertThat(client.answer().body()).isEqualTo("done");
            assertThat(echo.server.budget().held()).isZero();
        }
    }

    /// The body is the same for all of them, so its bytes are not counted.
    @Test
    void aSharedBodyNeedsNoMemory() throws IOException {
        try (var client = echo.client()) {
            client.send("GET /asset HTTP/1.1\r\nHost: a\r\n\r\n").awaitFirstByte();

            assertThat(echo.server.budget().held()).isLessThan(1_000);
            assertThat(client.answer().body()).hasSize(EchoServer.ASSET.length);
        }
    }
}
