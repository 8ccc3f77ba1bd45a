package dev.waybill.client;

import dev.waybill.client.PublishResult.Published;
import dev.waybill.client.PublishResult.Refused;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Publishes events. Immutable, for any number of threads; a program needs one for each service.
///
/// A request is repeated after 429, 502, 503, 504, a timeout or a broken connection. That is safe,
/// because every event has an id.
public final class Waybill {

    /// What the service accepts in one request.
    public static final int BATCH_EVENTS_MAX = 1_000;

    public static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration TOTAL = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 6;

    private final URI base;
    private final String key;
    private final Calls calls;

    Waybill(URI base, String key, Calls calls) {
        this.base = base;
        this.key = key;
        this.calls = calls;
    }

    /// A client of the service at this address.
    ///
    /// @param url of the service, such as `https://waybill.example.com`
    /// @param key an API key with the role `producer`, or one that may do more
    public static Waybill at(String url, String key) {
        var environment =
                new Calls.Environment(
                        Pause.SYSTEM,
                        () -> ThreadLocalRandom.current().nextDouble(),
                        InstantSource.system());
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var limits = new Calls.Limits(TIMEOUT, TOTAL, ATTEMPTS);
        return new Waybill(base(url), key, new Calls(http, limits, environment));
    }

    private static URI base(String url) {
        var base = URI.create(url.endsWith("/") ? url : url + "/");
        if (base.getHost() == null
                || base.getRawUserInfo() != null
                || base.getRawQuery() != null
                || !List.of("http", "https").contains(base.getScheme())) {
            throw new IllegalArgumentException("not the http or https URL of a service");
        }
        return base;
    }

    /// The time limit of one attempt, from the connection to the end of the response; default 15 s.
    public Waybill withTimeout(Duration timeout) {
        var limits = calls.limits();
        return with(new Calls.Limits(positive(timeout), limits.total(), limits.attempts()));
    }

    /// The limits of all attempts of a request: how many, and how long with the waits between them.
    /// Default 6 attempts in 60 s. One attempt means no retries.
    public Waybill withRetries(int attempts, Duration total) {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be positive: " + attempts);
        }
        return with(new Calls.Limits(calls.limits().timeout(), positive(total), attempts));
    }

    /// With another HTTP client, for a proxy or certificates of your own.
    public Waybill withHttpClient(HttpClient http) {
        return new Waybill(base, key, calls.with(http));
    }

    private Waybill with(Calls.Limits limits) {
        return new Waybill(base, key, calls.with(limits));
    }

    private static Duration positive(Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("must be positive: " + duration);
        }
        return duration;
    }

    /// Publishes an event. Returns when the event and its deliveries are committed.
    ///
    /// @throws RefusedException if the service refuses the event
    /// @throws UnavailableException if no attempt got a response
    public Published publish(Event event) {
        var answer = post("v1/events", EventWriter.one(event));
        var id = read(answer).text("id").orElseThrow(() -> unreadable(answer));
        return new Published(id, answer.status() == 200);
    }

    /// Publishes up to 1,000 events with one request. Each has a result, in the same order.
    ///
    /// @throws RefusedException if the service refuses the request as a whole
    /// @throws UnavailableException if no attempt got a response
    public List<PublishResult> publishAll(List<Event> events) {
        return publishWritten(events.stream().map(EventWriter::one).toList());
    }

    List<PublishResult> publishWritten(List<byte[]> events) {
        if (events.isEmpty()) {
            return List.of();
        }
        if (events.size() > BATCH_EVENTS_MAX) {
            throw new IllegalArgumentException(
                    "a batch of %d events, more than %d"
                            .formatted(events.size(), BATCH_EVENTS_MAX));
        }
        var body = EventWriter.array(events);
        if (body.length > BATCH_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a batch of %d bytes, more than %d".formatted(body.length, BATCH_BYTES_MAX));
        }
        var answer = post("v1/events/batch", body);
        var rows = read(answer).objects("data");
        if (rows.size() != events.size()) {
            throw unreadable(answer);
        }
        var results = new ArrayList<PublishResult>();
        for (var row : rows) {
            results.add(result(row, answer));
        }
        return List.copyOf(results);
    }

    private static PublishResult result(Json.Obj row, Calls.Answer answer) {
        int status = row.whole("status").orElseThrow(() -> unreadable(answer)).intValue();
        var problem = row.object("problem");
        if (problem.isPresent()) {
            return new Refused(Problem.read(status, problem.get()));
        }
        return new Published(row.text("id").orElseThrow(() -> unreadable(answer)), status == 200);
    }

    private Calls.Answer post(String path, byte[] body) {
        var answer = calls.post(base.resolve(path), key, body);
        if (answer.status() == 200 || answer.status() == 202) {
            return answer;
        }
        var problem = Problem.read(answer.status(), answer.body());
        if (answer.status() >= 500) {
            throw new UnavailableException(problem, answer.retryAfter());
        }
        throw new RefusedException(problem);
    }

    private static Json.Obj read(Calls.Answer answer) {
        try {
            return JsonReader.read(answer.body()).object().orElseThrow(() -> unreadable(answer));
        } catch (MalformedJson e) {
            throw new UnavailableException("the response is not JSON: " + e.getMessage(), e);
        }
    }

    private static UnavailableException unreadable(Calls.Answer answer) {
        return new UnavailableException(
                "the response " + answer.status() + " is not one of Waybill", null);
    }

    /// Without the key.
    @Override
    public String toString() {
        return "Waybill[" + base + "]";
    }
}
