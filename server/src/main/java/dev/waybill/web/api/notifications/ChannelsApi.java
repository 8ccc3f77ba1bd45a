package dev.waybill.web.api.notifications;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.notifications.ChangeChannel;
import dev.waybill.feature.notifications.Channel;
import dev.waybill.feature.notifications.ChannelKind;
import dev.waybill.feature.notifications.ChannelRules;
import dev.waybill.feature.notifications.Channels;
import dev.waybill.feature.notifications.Channels.Changed;
import dev.waybill.feature.notifications.Channels.Created;
import dev.waybill.feature.notifications.CreateChannel;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.AlertText;
import dev.waybill.web.text.CaptureText;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/notification_channels`. A secret URL or key is shown once, in the response to the create.
final class ChannelsApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;

    private final Channels channels;

    ChannelsApi(Channels channels) {
        this.channels = channels;
    }

    List<Route> routes(Access access) {
        var all = "/v1/notification_channels";
        var one = all + "/{id}";
        return List.of(
                access.route(Right.ADMINISTER_SHARED, "POST", all, this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.SUPERVISE, "GET", all, this::list),
                access.route(Right.SUPERVISE, "GET", one, this::get),
                access.route(Right.ADMINISTER_SHARED, "PATCH", one, this::change)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.ADMINISTER_SHARED, "DELETE", one, this::delete),
                access.route(Right.ADMINISTER_SHARED, "POST", one + "/test", this::test));
    }

    private Response create(Request request, Caller caller) {
        var json = Json.readObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var input =
                new JsonInput(
                        json,
                        violations,
                        "kind",
                        "name",
                        "severity",
                        "addresses",
                        "url",
                        "routing_key");
        var command =
                new CreateChannel(
                        input.choice("kind", ChannelKind.CHOICE).orNull(),
                        input.text("name").orNull(),
                        input.choice("severity", ChannelRules.SEVERITY),
                        input.texts("addresses").value().orElse(List.of()),
                        input.text("url").orNull(),
                        input.text("routing_key").orNull(),
                        key);
        return switch (channels.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var channel) ->
                    Json.response(201, withSecret(channel, command.url(), command.routingKey()));
            case Created.Repeated(var channel) ->
                    Json.response(201, withSecret(channel, null, null));
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.TooMany(var max) ->
                    throw Problem.of(ProblemType.CONFLICT, AlertText.tooManyChannels(max));
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    /// What is secret is shown once: null in the response to a repetition.
    private static ObjectNode withSecret(
            Channel channel, @Nullable String url, @Nullable String routingKey) {
        var json = ChannelJson.of(channel);
        if (channel.kind() == ChannelKind.SLACK) {
            json.put("url", url);
        }
        if (channel.kind() == ChannelKind.PAGERDUTY) {
            json.put("routing_key", routingKey);
        }
        return json;
    }

    private Response list(Request request, Caller caller) {
        var _ = new Params(request);
        var json = Json.object();
        json.putArray("data").addAll(channels.list().stream().map(ChannelJson::of).toList());
        json.putNull("next_cursor");
        return Json.response(200, json);
    }

    private Response get(Request request, Caller caller) {
        return Json.response(
                200,
                ChannelJson.of(channels.find(id(request)).orElseThrow(() -> missing(request))));
    }

    private Response change(Request request, Caller caller) {
        var violations = new Violations();
        var input =
                new JsonInput(
                        Json.readObject(request),
                        violations,
                        "name",
                        "severity",
                        "addresses",
                        "paused");
        var command =
                new ChangeChannel(
                        id(request),
                        input.text("name"),
                        input.choice("severity", ChannelRules.SEVERITY),
                        input.texts("addresses"),
                        input.flag("paused"));
        return switch (channels.change(command, violations, Access.actor(caller, request))) {
            case Changed.Done(var channel) -> Json.response(200, ChannelJson.of(channel));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw missing(request);
        };
    }

    private Response delete(Request request, Caller caller) {
        if (!channels.delete(id(request), Access.actor(caller, request))) {
            throw missing(request);
        }
        return Response.noContent();
    }

    /// The message is sent by a background job; the channel then shows whether it arrived.
    private Response test(Request request, Caller caller) {
        var id = id(request);
        if (!channels.test(id, Access.actor(caller, request))) {
            throw missing(request);
        }
        var channel = channels.find(id).orElseThrow(() -> missing(request));
        return Json.response(202, ChannelJson.of(channel));
    }

    private static UUID id(Request request) {
        return IdKind.CHANNEL.parse(request.part("id")).orElseThrow(() -> missing(request));
    }

    private static Problem missing(Request request) {
        return Problem.of(ProblemType.NOT_FOUND, AlertText.channelNotFound(request.part("id")));
    }
}
