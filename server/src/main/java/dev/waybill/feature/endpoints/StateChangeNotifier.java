package dev.waybill.feature.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.SystemEvents;
import dev.waybill.engine.capture.SystemEvents.OwnEvent;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.StateChange;
import dev.waybill.engine.routing.PendingNotification;
import java.time.Duration;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Tells the platform of changes of endpoints' states, as events of its own app, each once.
public final class StateChangeNotifier {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// Told in one pass.
    static final int TOLD_PER_PASS_MAX = 100;

    /// Until somebody else may try, should this process not come to it.
    static final Duration TELLING_MAX = Duration.ofSeconds(30);

    private final EndpointStates states;
    private final SystemEvents events;

    public StateChangeNotifier(EndpointStates states, Capture capture) {
        this.states = states;
        this.events = new SystemEvents(capture);
    }

    /// Returns how many changes it told of.
    public int runOnce() throws InterruptedException {
        int told = 0;
        for (var untold : states.takeUntold(TOLD_PER_PASS_MAX, TELLING_MAX)) {
            if (events.tell(event(untold))) {
                states.told(untold.change().id());
                told++;
            }
        }
        return told;
    }

    private static OwnEvent event(PendingNotification untold) {
        var change = untold.change();
        return new OwnEvent(
                Apps.PLATFORM,
                untold.mode(),
                IdKind.EVENT.format(change.id()),
                "webhook_endpoint." + verb(change),
                data(untold),
                change.at(),
                null);
    }

    private static String verb(StateChange change) {
        return switch (change.to()) {
            case DISABLED -> "disabled";
            case PAUSED -> "paused";
            case ACTIVE -> change.from() == EndpointState.PAUSED ? "resumed" : "enabled";
        };
    }

    private static ObjectNode data(PendingNotification untold) {
        var change = untold.change();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("endpoint_id", IdKind.ENDPOINT.format(change.endpointId()));
        json.put("app", untold.app());
        json.put("url", untold.url());
        json.put("state", change.to().word());
        json.put("reason", change.reason());
        json.put("actor", change.actor());
        json.put("at", Timestamps.format(change.at()));
        return json;
    }
}
