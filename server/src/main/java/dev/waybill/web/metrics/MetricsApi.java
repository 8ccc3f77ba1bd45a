package dev.waybill.web.metrics;

import dev.waybill.domain.access.Right;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.MetricText;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// `/metrics`: everything that this process measures. An answer takes no database connection.
public final class MetricsApi {

    private static final String PATH = "/metrics";

    /// Answers within this time are the same: collecting takes milliseconds of processor time, and
    /// a listener without a key answers everyone who can reach it.
    static final Duration FRESH = Duration.ofMillis(200);

    private record Collected(byte[] text, long nanos) {}

    private final MetricRegistry metrics;
    private final LongSupplier nanoClock;

    /// Guarded by `this`.
    private final Map<MetricText, Collected> last = new EnumMap<>(MetricText.class);

    public MetricsApi(MetricRegistry metrics, LongSupplier nanoClock) {
        this.metrics = metrics;
        this.nanoClock = nanoClock;
    }

    /// For callers with a key.
    public List<Route> routes(Access access) {
        return List.of(access.route(Right.MONITOR, "GET", PATH, (request, _) -> answer(request)));
    }

    /// For a listener of its own, without a key.
    public List<Route> openRoutes() {
        return List.of(Route.waiting("GET", PATH, this::answer));
    }

    private Response answer(Request request) {
        var format = MetricText.accepted(request.header("Accept").orElse(""));
        return new Response(200, Map.of("Content-Type", format.contentType()), text(format), true);
    }

    /// One request collects at a time, the others wait for its result.
    private synchronized byte[] text(MetricText format) {
        long now = nanoClock.getAsLong();
        var known = last.get(format);
        if (known != null && now - known.nanos < FRESH.toNanos()) {
            return known.text;
        }
        var text = format.of(metrics);
        last.put(format, new Collected(text, now));
        return text;
    }
}
