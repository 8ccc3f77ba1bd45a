package dev.waybill.feature.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.SystemEvents;
import dev.waybill.engine.capture.SystemEvents.SystemEvent;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.PendingNotification;
import dev.waybill.engine.routing.StateChange;
import java.time.Duration;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Notifies the platform of changes of endpoints' states, as events of its own app, each once.
public final class StateChangeNotifier {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// Limit of notifications in one pass.
    static final int NOTIFIED_PER_PASS_MAX = 100;

    /// After this time another process may take over.
    static final Duration NOTIFYING_MAX = Duration.ofSeconds(30);

    private final EndpointStates states;
    private final SystemEvents events;

    public StateChangeNotifier(EndpointStates states, Capture capture) {
        this.states = states;
        this.events = new SystemEvents(capture);
    }

    /// Returns the number of changes that were published.
    public int runOnce() throws InterruptedException {
        int notified = 0;
        for (var pending : states.takePending(NOTIFIED_PER_PASS_MAX, NOTIFYING_MAX)) {
            if (events.publish(event(pending))) {
                states.markNotified(pending.change().id());
                notified++;
            }
        }
        return notified;
    }

    private static SystemEvent event(PendingNotification pending) {
        var change = pending.change();
        return new SystemEvent(
                Apps.PLATFORM,
                pending.mode(),
                IdKind.EVENT.format(change.id()),
                "webhook_endpoint." + verb(change),
                data(pending),
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

    private static ObjectNode data(PendingNotification pending) {
        var change = pending.change();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("endpoint_id", IdKind.ENDPOINT.format(change.endpointId()));
        json.put("app", pending.app());
        json.put("url", pending.url());
        json.put("state", change.to().code());
        json.put("reason", change.reason());
        json.put("actor", change.actor());
        json.put("at", Timestamps.format(change.at()));
        return json;
    }
}
