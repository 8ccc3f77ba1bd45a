package dev.waybill.feature.replays;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.endpoint.Endpoint;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Asks for the events of one endpoint. An empty list does not narrow it.
///
/// @param since required; null if it is missing in the request
/// @param until null for now
public record EndpointEvents(
        Endpoint owner,
        @Nullable Since since,
        @Nullable Instant until,
        List<String> eventTypes,
        List<EventOutcome> outcomes)
        implements ReplayCriteria {

    public EndpointEvents {
        eventTypes = List.copyOf(eventTypes);
        outcomes = List.copyOf(outcomes);
    }

    /// Where the events begin.
    public sealed interface Since {

        /// Events that were captured at this time or later.
        record Time(Instant time) implements Since {}

        /// Events that follow the event with this id.
        record Event(String id) implements Since {}

        /// A time, or else the id of an event. Whether there is such an event is checked later.
        static Since of(String text) {
            return Timestamps.parse(text).<Since>map(Time::new).orElseGet(() -> new Event(text));
        }

        default String text() {
            return switch (this) {
                case Time(var time) -> Timestamps.format(time);
                case Event(var id) -> id;
            };
        }
    }

    @Override
    public ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        if (since != null) {
            json.put("since", since.text());
        }
        if (until != null) {
            json.put("until", Timestamps.format(until));
        }
        ReplayFilter.putAll(json, "event_types", eventTypes, Function.identity());
        ReplayFilter.putAll(json, "states", outcomes, EventOutcome::code);
        return json;
    }
}
