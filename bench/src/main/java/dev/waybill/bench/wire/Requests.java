package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The bytes of the publish requests, built once and sent repeatedly.
final class Requests {

    private final String key;

    Requests(String key) {
        this.key = key;
    }

    /// One event each, for each endpoint in turn.
    List<byte[]> singles() {
        var requests = new ArrayList<byte[]>();
        for (int endpoint = 0; endpoint < Payload.ENDPOINTS; endpoint++) {
            requests.add(post("/v1/events", Payload.event(endpoint)));
        }
        return List.copyOf(requests);
    }

    /// One request with this many events, over all endpoints.
    List<byte[]> batch(int events) {
        var body =
                IntStream.range(0, events)
                        .mapToObj(i -> Payload.event(i % Payload.ENDPOINTS))
                        .collect(Collectors.joining(",", "[", "]"));
        return List.of(post("/v1/events/batch", body));
    }

    private byte[] post(String path, String body) {
        // The payload is ASCII, so characters are bytes.
        return """
        POST %s HTTP/1.1\r
        host: 127.0.0.1\r
        authorization: Bearer %s\r
        content-type: application/json\r
        content-length: %d\r
        \r
        %s\
        """
                .formatted(path, key, body.length(), body)
                .getBytes(US_ASCII);
    }
}
