package dev.waybill.bench.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/// One app of the service under test.
///
/// @param app its uid
public record Tenant(Service service, String app) {

    private static final int BATCH_BYTES = 4_000_000;
    private static final int BATCH_MAX = 500;

    /// Creates this many endpoints for one event type. Returns their ids.
    public List<String> createEndpoints(int count, IntFunction<String> urls, String eventType) {
        var ids = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            ids.add(createEndpoint(urls.apply(i), eventType, ""));
        }
        return ids;
    }

    /// Creates an endpoint with its own limit on attempts under way. Returns its id.
    public String createEndpoint(String url, String eventType, int inFlightMax) {
        return createEndpoint(url, eventType, ",\"max_in_flight\":" + inFlightMax);
    }

    private String createEndpoint(String url, String eventType, String more) {
        var made =
                service.post(
                        Service.ENDPOINTS,
                        "{\"app\":\"%s\",\"url\":\"%s\",\"event_types\":[\"%s\"]%s}"
                                .formatted(app, url, eventType, more));
        return made.replaceFirst("(?s).*?\"id\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    }

    public void deleteEndpoints(List<String> ids) {
        ids.forEach(id -> service.delete(Service.ENDPOINTS + "/" + id));
    }

    /// Publishes this many events with this many bytes of data, in as few requests as possible.
    public void publish(String eventType, int bytes, int count) {
        var event =
                "{\"app\":\"%s\",\"type\":\"%s\",\"data\":{\"pad\":\"%s\"}}"
                        .formatted(app, eventType, "x".repeat(bytes));
        int eventsPerRequest = Math.clamp(BATCH_BYTES / bytes, 1, BATCH_MAX);
        for (int left = count; left > 0; left -= eventsPerRequest) {
            var events = Collections.nCopies(Math.min(left, eventsPerRequest), event);
            var _ = service.post("/v1/events/batch", "[" + String.join(",", events) + "]");
        }
    }
}
