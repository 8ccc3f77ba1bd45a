package dev.waybill.infra.trace;

import java.util.Map;

/// The description of this process that spans carry.
///
/// @param attributes of the process, such as `service.name`
/// @param version of the program that makes the spans
public record SpanResource(Map<String, String> attributes, String version) {

    public SpanResource {
        attributes = Map.copyOf(attributes);
    }

    SpanOrigin origin() {
        return SpanOrigin.of(attributes, version);
    }
}
