package dev.waybill.domain.delivery;

import java.util.UUID;

/// Deliveries that an endpoint receives one after another: those of an ordering key, or all of
/// them.
public record OrderedLane(UUID endpointId, String name) {

    /// The one lane of a strict endpoint. No ordering key is empty, so none can be taken for it.
    public static final String STRICT = "";

    /// Between the name of a lane and the replay that has one of its own. No ordering key holds it.
    private static final char OF_REPLAY = '\u001f';

    public boolean isStrict() {
        return name.equals(STRICT);
    }

    /// What a replay sends again is lined up among itself, beside what comes for the first time.
    public OrderedLane inReplay(UUID replayId) {
        return new OrderedLane(endpointId, name + OF_REPLAY + replayId);
    }

    /// The same without what a replay adds.
    public static String keyOf(String name) {
        int mark = name.indexOf(OF_REPLAY);
        return mark < 0 ? name : name.substring(0, mark);
    }

    public boolean isOfReplay() {
        return name.indexOf(OF_REPLAY) >= 0;
    }
}
