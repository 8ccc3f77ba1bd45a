package dev.waybill.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/// Sends a request until a response settles it or the time is over. Only for requests that may be
/// repeated: a request whose response was lost is sent again.
final class Calls {

    /// A batch of 1,000 problems has about one MiB.
    static final int RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

    /// 502 and 504 are a proxy's. A 500 is a bug, which another attempt would only repeat.
    private static final Set<Integer> TRANSIENT = Set.of(408, 429, 502, 503, 504);

    private static final long FIRST_WAIT_MILLIS = 200;
    private static final int DOUBLINGS_MAX = 6;

    /// @param timeout of one attempt, from the connection to the end of the body
    /// @param total of all attempts and the waits between them
    record Limits(Duration timeout, Duration total, int attempts) {}

    /// What a test sets: how waits are spent, numbers in [0, 1), and the time.
    record Environment(Pause pause, DoubleSupplier dice, InstantSource clock) {}

    record Answer(int status, byte[] body, @Nullable Duration retryAfter) {}

    private final HttpClient http;
    private final Limits limits;
    private final Environment environment;

    Calls(HttpClient http, Limits limits, Environment environment) {
        this.http = http;
        this.limits = limits;
        this.environment = environment;
    }

    Limits limits() {
        return limits;
    }

    Calls with(Limits others) {
        return new Calls(http, others, environment);
    }

    Calls with(HttpClient other) {
        return new Calls(other, limits, environment);
    }

    Answer post(URI address, String key, byte[] body) {
        var request =
                HttpRequest.newBuilder(address)
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .header("User-Agent", "waybill-client-java")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build();
        try {
            return send(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted before a response came", e);
        }
    }

    private Answer send(HttpRequest request) throws InterruptedException {
        long end = System.nanoTime() + limits.total.toNanos();
        for (int attempt = 1; ; attempt++) {
            UnavailableException failure;
            Duration retryAfter = null;
            try {
                var answer = sendOnce(request, Math.min(limits.timeout.toNanos(), left(end)));
                if (!TRANSIENT.contains(answer.status)) {
                    return answer;
                }
                retryAfter = answer.retryAfter;
                var problem = Problem.read(answer.status, answer.body);
                failure = new UnavailableException(problem, retryAfter);
            } catch (IOException e) {
                failure = new UnavailableException("no response after attempt " + attempt, e);
            }
            var wait = waitAfter(attempt, retryAfter);
            // A wait beyond the end would only delay the bad news.
            if (attempt >= limits.attempts || wait.compareTo(Duration.ofNanos(left(end))) >= 0) {
                throw failure;
            }
            environment.pause.await(wait);
        }
    }

    /// At least what the service asked for; otherwise from half to all of a doubling wait.
    private Duration waitAfter(int attempt, @Nullable Duration retryAfter) {
        long longest = FIRST_WAIT_MILLIS << Math.min(attempt - 1, DOUBLINGS_MAX);
        var own = Duration.ofMillis((long) (longest * (1 + environment.dice.getAsDouble()) / 2));
        return retryAfter == null || retryAfter.compareTo(own) < 0 ? own : retryAfter.plus(own);
    }

    private static long left(long end) {
        return Math.max(0, end - System.nanoTime());
    }

    /// The timeout of the JDK's client ends with the head of a response, so ours is around it.
    private Answer sendOnce(HttpRequest request, long nanos)
            throws IOException, InterruptedException {
        var future = http.sendAsync(request, head -> new BoundedBody(RESPONSE_BYTES_MAX));
        try {
            return answer(future.get(nanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            var late = new HttpTimeoutException("no complete response in time");
            late.initCause(e);
            throw late;
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } finally {
            // Closes the connection if the response is not complete, and else has no effect.
            future.cancel(true);
        }
    }

    private Answer answer(HttpResponse<byte[]> response) {
        var header = response.headers().firstValue("Retry-After");
        var retryAfter =
                header.isPresent()
                        ? RetryAfter.parse(header.get(), environment.clock.instant())
                        : null;
        return new Answer(response.statusCode(), response.body(), retryAfter);
    }
}
