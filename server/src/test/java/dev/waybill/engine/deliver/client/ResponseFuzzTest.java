package dev.waybill.engine.deliver.client;

import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.egress.Guards;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.fuzz.Escaped;
import dev.waybill.fuzz.Finding;
import dev.waybill.fuzz.FuzzCase;
import dev.waybill.fuzz.FuzzRun;
import dev.waybill.fuzz.SecondOpinion;
import dev.waybill.fuzz.SecondOpinion.Message;
import dev.waybill.testing.Behaviour;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import io.netty.handler.codec.http.ContentLengthNotAllowedException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TransferEncodingNotAllowedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Responses that no receiver should send, read by our client and by Netty's parser. The client may
/// be stricter, never more lenient: a status that it reports is the one Netty sees, and a
/// connection that it uses again had a whole response and nothing else for Netty too.
class ResponseFuzzTest {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseFuzzTest.class);

    private static final Duration PLENTY = Duration.ofSeconds(60);

    /// The outcome of an attempt whose response is not a response.
    private static final Set<Fault> FAULTS = Set.of(Fault.NOT_HTTP, Fault.TOO_LARGE, Fault.RESET);

    /// The exceptions: two lengths, and chunks in HTTP/1.0. RFC 9112 §6.1 and §6.3 define how a
    /// client reads them, and that it closes the connection.
    private static final Set<Class<?>> READ_AND_CLOSED =
            Set.of(
                    ContentLengthNotAllowedException.class,
                    TransferEncodingNotAllowedException.class);

    private final PinnedSender sender =
            new PinnedSender(Guards.loopback(), new ManualClock(), null);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger reused = new AtomicInteger();

    @AfterEach
    void close() throws IOException {
        sender.close();
    }

    @Test
    void noResponseIsAcceptedThatAnotherParserReadsDifferently()
            throws InterruptedException, ExecutionException {
        new FuzzRun(ResponseFuzzTest.class, ResponseGrammar::generate, this::judge).play(() -> {});

        LOG.info(
                "fuzzed responses: cases={}, with a status={}, connections used again={}",
                FuzzRun.cases(),
                answered,
                reused);
        assertThat(answered.get())
                .as("the cases are not all refused")
                .isGreaterThanOrEqualTo(FuzzRun.cases() / 3);
        assertThat(reused.get())
                .as("connections are used again")
                .isGreaterThanOrEqualTo(FuzzRun.cases() / 10);
    }

    private @Nullable Finding judge(FuzzCase input) throws Exception {
        var read = Read.of(input.bytes());
        var wire = onTheWire(input, read.wantsMore());
        // A receiver may end lines with LF, which costs it the connection.
        var lenient = finalOne(SecondOpinion.responsesWithBareLineFeeds(input.bytes()));
        var second = finalOne(SecondOpinion.responses(input.bytes()));
        var shown = "ours: %s%nNetty: %s%nNetty with LF: %s".formatted(wire, second, lenient);
        if (wire.status() != read.status() || !Arrays.equals(wire.excerpt(), read.excerpt())) {
            return new Finding("the response depends on its packets", shown + "\nat once: " + read);
        }
        if (wire.status() == 0) {
            return null;
        }
        answered.incrementAndGet();
        if (lenient == null || !isReadable(lenient) || status(lenient) != wire.status()) {
            var verdict = lenient == null ? "nothing" : lenient.verdict();
            return new Finding("a status is reported that Netty does not see: " + verdict, shown);
        }
        if (!wire.reused()) {
            return null;
        }
        reused.incrementAndGet();
        if (second == null || !second.isComplete() || second.end() != input.bytes().length) {
            return new Finding("a connection is used again that is not at its end", shown);
        }
        if (!HttpUtil.isKeepAlive(second.head())) {
            return new Finding("a connection is used again that is to be closed", shown);
        }
        return sameBody(wire.excerpt(), second.content())
                ? null
                : new Finding("a body is read differently", shown);
    }

    private static boolean isReadable(Message response) {
        return response.hasGoodHead()
                || (response.objection() != null
                        && READ_AND_CLOSED.contains(response.objection().getClass()));
    }

    /// The first that is not interim.
    private static @Nullable Message finalOne(List<Message> messages) {
        return messages.stream()
                .filter(message -> !isReadable(message) || status(message) >= 200)
                .findFirst()
                .orElse(null);
    }

    private static int status(Message message) {
        return ((HttpResponse) message.head()).status().code();
    }

    private static boolean sameBody(byte @Nullable [] excerpt, byte[] content) {
        int kept = Math.min(content.length, PinnedSender.EXCERPT_BYTES_MAX);
        return Arrays.equals(excerpt == null ? new byte[0] : excerpt, Arrays.copyOf(content, kept));
    }

    /// The result of the reader for complete bytes, without a socket.
    ///
    /// @param status 0 if it was no response
    /// @param wantsMore whether it came to the end of the bytes and asked for more: then the
    ///   receiver has to end the connection, or the client would wait
    private record Read(int status, byte @Nullable [] excerpt, boolean wantsMore) {

        static Read of(byte[] bytes) {
            var end = new AtomicInteger();
            var in =
                    new ByteArrayInputStream(bytes) {
                        @Override
                        public synchronized int read(byte[] into, int at, int count) {
                            int read = super.read(into, at, count);
                            end.compareAndSet(0, read < 0 ? 1 : 0);
                            return read;
                        }
                    };
            try {
                var response = ResponseReader.read(new ResponseInput(in));
                return new Read(response.status(), response.excerpt(), end.get() == 1);
            } catch (IOException e) {
                return new Read(0, null, end.get() == 1);
            }
        }
    }

    /// The outcome of an attempt.
    ///
    /// @param reused whether the next attempt used the same connection
    private record Wire(int status, byte @Nullable [] excerpt, boolean reused) {

        @Override
        public String toString() {
            var body = excerpt == null ? "none" : Escaped.line(excerpt);
            return "status %d, reused %s, body %s".formatted(status, reused, body);
        }
    }

    private Wire onTheWire(FuzzCase input, boolean close) throws Exception {
        var written = new CountDownLatch(1);
        var probe = respond(200, new byte[0], "Connection: close");
        try (var endpoint = ScriptedEndpoint.that(send(input, close, written)).then(probe)) {
            var answer = attempt(endpoint);
            // All of it, before the connection is looked at again.
            written.await();
            var next = attempt(endpoint);
            if (!(next.outcome() instanceof Accepted(int status)) || status != 200) {
                throw new IllegalStateException("the next attempt got " + next.outcome());
            }
            return new Wire(status(answer), answer.excerpt(), endpoint.connections() == 1);
        }
    }

    private static Behaviour send(FuzzCase input, boolean close, CountDownLatch written) {
        return exchange -> {
            try {
                input.writeTo(exchange.out());
            } finally {
                written.countDown();
            }
            return !close;
        };
    }

    private static int status(Answer answer) {
        var status = answer.outcome().recordedStatus();
        if (status == null && !FAULTS.contains(answer.outcome().recordedFault())) {
            throw new IllegalStateException("an attempt ended as " + answer.outcome());
        }
        return status == null ? 0 : status;
    }

    private Answer attempt(ScriptedEndpoint endpoint) throws Target.Unusable {
        var target = Target.parse(endpoint.url());
        var body = "{}".getBytes(UTF_8);
        return sender.send(
                new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", List.of(), body),
                PLENTY,
                false);
    }
}
