package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.replays.Replay;
import dev.waybill.web.dashboard.replays.ReplayPage.Moment;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.endpoint.EndpointNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Describes the selection, pace and progress of replays.
final class ReplaySummary {

    private static final JsonMapper JSON = new JsonMapper();

    private ReplaySummary() {}

    /// The selection as text.
    static String asked(Replay replay, EndpointNames names) {
        var json = JSON.readTree(replay.request().filter());
        var parts = new ArrayList<String>();
        int named = json.path("delivery_ids").size();
        parts.add(named > 0 ? chosen(named) : what(replay, json));
        list(json, "reasons").ifPresent(text -> parts.add("reason " + text.replace('_', ' ')));
        list(json, "causes").ifPresent(text -> parts.add("cause " + text.replace('_', ' ')));
        list(json, "event_types").ifPresent(text -> parts.add("of " + text));
        if (json.path("app").isString()) {
            parts.add("of app " + json.path("app").stringValue());
        }
        endpoint(replay, json, names).ifPresent(text -> parts.add("to " + text));
        return String.join(", ", parts);
    }

    private static String chosen(int count) {
        return count == 1 ? "One chosen delivery" : Format.number(count) + " chosen deliveries";
    }

    private static String what(Replay replay, JsonNode json) {
        var states = list(json, "states");
        if (states.isPresent()) {
            return "Deliveries in state " + states.get();
        }
        // The filter of a replay for one endpoint has no `endpoint_id`, unless it is a replay by
        // filter too.
        boolean byFilter = replay.request().endpointId() == null || json.has("endpoint_id");
        return byFilter ? "Dead letters" : "Everything";
    }

    private static Optional<String> endpoint(Replay replay, JsonNode json, EndpointNames names) {
        if (replay.request().endpointId() != null) {
            return Optional.of(names.of(replay.request().endpointId()).text());
        }
        return IdKind.ENDPOINT
                .parse(json.path("endpoint_id").asString(""))
                .map(id -> names.of(id).text());
    }

    private static Optional<String> list(JsonNode json, String name) {
        var words =
                json.path(name)
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(" or "));
        return Optional.of(words).filter(text -> !text.isEmpty());
    }

    /// The earliest time of capture, which is fixed when the replay is planned.
    static Moment since(Replay replay) {
        var text = asked(replay, "since");
        return text.isEmpty() ? new Moment(null, "30 days before") : Moment.of(text);
    }

    static Moment until(Replay replay) {
        var text = asked(replay, "until");
        return text.isEmpty() ? new Moment(replay.request().createdAt(), "") : Moment.of(text);
    }

    private static String asked(Replay replay, String name) {
        return JSON.readTree(replay.request().filter()).path(name).asString("");
    }

    static String rate(double perSecond) {
        boolean whole = perSecond >= 100 || perSecond == Math.rint(perSecond);
        return String.format(
                        Locale.ENGLISH,
                        whole ? "%,.0f" : perSecond < 1 ? "%.2f" : "%.1f",
                        perSecond)
                + " per second";
    }

    /// The planned number of deliveries for each endpoint.
    static List<ReplayPlan.Share> shares(Replay replay, EndpointNames names, int max) {
        return JSON.readTree(replay.request().plan())
                .path("endpoints")
                .valueStream()
                .limit(max)
                .map(share ->
                        new ReplayPlan.Share(
                                names.of(
                                        IdKind.ENDPOINT
                                                .parse(share.path("endpoint_id").asString(""))
                                                .orElseThrow()),
                                share.path("count").longValue()))
                .toList();
    }

    static List<ReplayPlan.LeftOut> leftOut(Replay replay) {
        return JSON.readTree(replay.request().plan())
                .path("excluded")
                .valueStream()
                .map(one ->
                        new ReplayPlan.LeftOut(
                                upper(one.path("detail").asString("")),
                                one.path("count").longValue()))
                .toList();
    }

    /// The progress and the remaining time.
    static String progress(Replay replay) {
        var progress = replay.progress();
        long left = progress.total() - progress.made();
        long open = progress.made() - progress.done();
        return switch (replay.state()) {
            case PLANNED -> "Starts " + Format.absolute(replay.request().startAt());
            case RUNNING ->
                    left > 0
                            ? "About " + Format.span(replay.pace().timeFor(left)) + " left"
                            : "All were sent; " + Format.number(open) + " have not ended yet";
            case PAUSED -> Format.number(left) + " wait until it is resumed";
            case CANCELLED ->
                    "Cancelled after "
                            + Format.number(progress.made())
                            + " of "
                            + Format.number(progress.total())
                            + ": "
                            + Format.number(left)
                            + " were not sent";
            case DONE -> progress.total() == 0 ? "There was nothing to send" : "All have ended";
        };
    }

    /// The result so far.
    static String result(Replay.Progress progress) {
        var parts = new ArrayList<String>();
        parts.add(Format.number(progress.delivered()) + " delivered");
        if (progress.failed() > 0) {
            parts.add(Format.number(progress.failed()) + " failed");
        }
        if (progress.skipped() > 0) {
            parts.add(Format.number(progress.skipped()) + " skipped");
        }
        return String.join(", ", parts);
    }

    private static String upper(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
