package dev.waybill.domain;

import java.util.UUID;

/// Deliveries that an endpoint receives one after another: those of an ordering key, or all of
/// them.
public record OrderedLane(UUID endpointId, String name) {

    /// The one lane of a strict endpoint. No ordering key is empty, so none can be taken for it.
    public static final String STRICT = "";

    public boolean isStrict() {
        return name.equals(STRICT);
    }
}
