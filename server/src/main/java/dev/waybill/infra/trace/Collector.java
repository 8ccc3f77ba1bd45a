package dev.waybill.infra.trace;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// Where spans are sent: a receiver of OTLP over HTTP.
///
/// @param url with the path; some vendors put a key into its path or query
/// @param headers may contain keys
/// @param timeout for one request with its repetitions
/// @param compressed whether bodies are sent with gzip
public record Collector(
        URI url, Map<String, String> headers, Duration timeout, boolean compressed) {

    public Collector {
        headers = Map.copyOf(headers);
    }

    /// Without what may be secret.
    @Override
    public String toString() {
        return url.getScheme() + "://" + url.getRawAuthority();
    }
}
