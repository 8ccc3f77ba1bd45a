package dev.waybill.web.api.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.replays.EndpointEvents;
import dev.waybill.feature.replays.EndpointEvents.Since;
import dev.waybill.feature.replays.PaceChoice;
import dev.waybill.feature.replays.ReplayCriteria;
import dev.waybill.feature.replays.ReplayFilter;
import dev.waybill.feature.replays.ReplayRules;
import dev.waybill.feature.replays.StartReplay;
import dev.waybill.web.api.FilterInput;
import dev.waybill.web.api.JsonInput;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Reads commands about replays from JSON.
///
/// @param dryRun whether the replay is only to be planned
record ReplayInput(StartReplay command, boolean dryRun) {

    private static final List<String> OPTIONS =
            List.of(
                    "dry_run",
                    "spread_seconds",
                    "rate_per_second",
                    "start_at",
                    "reason",
                    "expected_total");

    private static final String[] FILTER = {
        "states",
        "reasons",
        "causes",
        "delivery_ids",
        "endpoint_id",
        "app",
        "event_types",
        "since",
        "until"
    };

    /// A replay of deliveries by a filter.
    static ReplayInput byFilter(
            ObjectNode json, Caller caller, Instant now, Violations violations) {
        var input = new JsonInput(json, violations, with(FilterInput.NAME));
        var asked =
                FilterInput.required(
                        input, "{} is required: an object such as {\"states\": [\"failed\"]}.");
        var filter = filter(input.part(FilterInput.NAME, asked, FILTER));
        return of(input, filter, asked, caller, now);
    }

    private static ReplayFilter filter(JsonInput input) {
        return new ReplayFilter(
                null,
                input.text("app").orNull(),
                input.choices("states", ReplayRules.STATE).value().orElse(List.of()),
                input.choices("reasons", ReplayRules.REASON).value().orElse(List.of()),
                input.texts("causes").value().orElse(List.of()),
                input.ids("delivery_ids", IdKind.DELIVERY).value().orElse(List.of()),
                input.id("endpoint_id", IdKind.ENDPOINT).orNull(),
                input.texts("event_types").value().orElse(List.of()),
                input.time("since").orNull(),
                input.time("until").orNull());
    }

    /// A replay of the events of one endpoint.
    static ReplayInput ofEndpoint(
            ObjectNode json, Endpoint endpoint, Caller caller, Instant now, Violations violations) {
        var input =
                new JsonInput(json, violations, with("since", "until", "event_types", "states"));
        var events =
                new EndpointEvents(
                        endpoint,
                        input.text("since").map(Since::of).orNull(),
                        input.time("until").orNull(),
                        input.texts("event_types").value().orElse(List.of()),
                        input.choices("states", ReplayRules.OUTCOME).value().orElse(List.of()));
        return of(input, events, json.deepCopy().remove(OPTIONS), caller, now);
    }

    private static ReplayInput of(
            JsonInput input,
            ReplayCriteria criteria,
            ObjectNode asked,
            Caller caller,
            Instant now) {
        return new ReplayInput(
                new StartReplay(
                        caller,
                        criteria,
                        asked.toString(),
                        pace(input),
                        input.time("start_at").orNull(),
                        input.text("reason").orNull(),
                        input.whole("expected_total", ReplayRules.EXPECTED_TOTAL).orNull(),
                        now),
                input.flag("dry_run").value().orElse(false));
    }

    /// Another pace for a replay.
    static PaceChoice pace(ObjectNode json, Violations violations) {
        return pace(new JsonInput(json, violations, "rate_per_second", "spread_seconds"));
    }

    private static PaceChoice pace(JsonInput input) {
        return new PaceChoice(
                input.decimal("spread_seconds", ReplayRules.SPREAD_SECONDS).orNull(),
                input.decimal("rate_per_second", ReplayRules.RATE_PER_SECOND).orNull());
    }

    private static String[] with(String... others) {
        return Stream.concat(OPTIONS.stream(), Stream.of(others)).toArray(String[]::new);
    }
}
