package dev.waybill.domain.delivery;

import java.util.UUID;

/// Deliveries that an endpoint receives one after another: those of an ordering key, or all of
/// them.
public record OrderedLane(UUID endpointId, String name) {

    /// The only lane of a strict endpoint. No ordering key is empty, so it cannot clash with one.
    public static final String STRICT = "";

    /// Separates the name of a lane from the id of a replay. No ordering key contains it.
    private static final char OF_REPLAY = '\u001f';

    public boolean isStrict() {
        return name.equals(STRICT);
    }

    /// The lane for the deliveries of a replay, which are ordered among themselves, independently
    /// of first deliveries.
    public OrderedLane inReplay(UUID replayId) {
        return new OrderedLane(endpointId, name + OF_REPLAY + replayId);
    }

    /// The ordering key of a lane, without the id of a replay.
    public static String keyOf(String name) {
        int mark = name.indexOf(OF_REPLAY);
        return mark < 0 ? name : name.substring(0, mark);
    }

    public boolean isOfReplay() {
        return name.indexOf(OF_REPLAY) >= 0;
    }
}
