package dev.waybill.web.http;

import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The instruments of a server: its requests by route and status. Series come into being when they
/// are needed: most routes never answer with most statuses.
final class RequestMetrics implements Measured {

    private static final int STATUS_MIN = 100;
    private static final int STATUSES = 500;

    private final Counter requests = StationMetrics.HTTP_REQUESTS.counter();
    private final Histogram durations = StationMetrics.HTTP_DURATION.histogram();
    private final IdentityHashMap<Route, OfRoute> routes = new IdentityHashMap<>();
    private final OfRoute none = new OfRoute("other", "none");

    RequestMetrics(List<Route> all) {
        all.forEach(route -> routes.put(route, new OfRoute(route.method(), route.pattern())));
    }

    OfRoute of(Route route) {
        return routes.getOrDefault(route, none);
    }

    /// For a request without a route.
    OfRoute none() {
        return none;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.HTTP_REQUESTS, requests);
        metrics.add(StationMetrics.HTTP_DURATION, durations);
    }

    /// The series of one route.
    final class OfRoute {

        private final String method;
        private final String pattern;
        private final AtomicReferenceArray<@Nullable CounterDataPoint> byStatus =
                new AtomicReferenceArray<>(STATUSES);
        private volatile @Nullable DistributionDataPoint duration;

        private OfRoute(String method, String pattern) {
            this.method = method;
            this.pattern = pattern;
        }

        /// The route, and not the path, which may contain the code of a link.
        String route() {
            return method + " " + pattern;
        }

        void answered(int status, long nanos) {
            counter(status).inc();
            duration().observe(nanos / 1e9);
        }

        private CounterDataPoint counter(int status) {
            int place = Math.clamp(status - STATUS_MIN, 0, STATUSES - 1);
            var known = byStatus.get(place);
            if (known != null) {
                return known;
            }
            var counter = requests.labelValues(method, pattern, Integer.toString(status));
            byStatus.set(place, counter);
            return counter;
        }

        private DistributionDataPoint duration() {
            var known = duration;
            if (known == null) {
                known = durations.labelValues(method, pattern);
                duration = known;
            }
            return known;
        }
    }
}
