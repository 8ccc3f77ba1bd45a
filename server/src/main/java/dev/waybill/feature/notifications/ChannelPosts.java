package dev.waybill.feature.notifications;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Refused;
import dev.waybill.feature.notifications.SendResult.Sent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Posts messages to Slack and PagerDuty, through the client and the egress rules of deliveries: a
/// channel can reach nothing that an endpoint cannot.
final class ChannelPosts {

    private static final Duration TIME_MAX = Duration.ofSeconds(10);
    private static final JsonMapper JSON = new JsonMapper();

    private final Sender sender;
    private final String userAgent;
    private final InstantSource clock;

    ChannelPosts(Sender sender, String version, InstantSource clock) {
        this.sender = sender;
        this.userAgent = "Waybill/" + version;
        this.clock = clock;
    }

    SendResult slack(ChannelSecrets.Secret secret, Message message) {
        var json = JSON.createObjectNode();
        json.put("text", escaped("*" + message.subject() + "*\n" + message.text()));
        return post(secret.url(), json);
    }

    /// Slack reads these three characters as markup, and would notify `<!channel>`.
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /// An alert that fires triggers an incident, and the same alert resolves it.
    ///
    /// @param key the same for all messages about one alert
    SendResult pagerduty(ChannelSecrets.Secret secret, Message message, String key) {
        boolean resolved = message.event().equals("resolved");
        var json = JSON.createObjectNode();
        json.put("routing_key", secret.routingKey());
        json.put("event_action", resolved ? "resolve" : "trigger");
        json.put("dedup_key", key);
        json.put("client", "Waybill");
        json.put("client_url", message.url());
        var payload = json.putObject("payload");
        payload.put("summary", message.subject());
        payload.put("source", "waybill");
        payload.put("severity", message.severity());
        payload.putObject("custom_details").put("text", message.text());
        return post(secret.url(), json);
    }

    private SendResult post(String url, ObjectNode json) {
        try {
            var request =
                    new OutgoingRequest(
                            Apps.PLATFORM,
                            Target.parse(url),
                            clock.instant(),
                            "",
                            List.of(
                                    new Header("content-type", "application/json"),
                                    new Header("user-agent", userAgent)),
                            json.toString().getBytes(UTF_8));
            return result(sender.send(request, TIME_MAX, false).outcome());
        } catch (Target.Unusable e) {
            return new Refused("The URL cannot be used: " + e.getMessage() + ".");
        }
    }

    private static SendResult result(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted _ -> new Sent();
            case Outcome.Refused(int status, _) when status == 429 || status >= 500 ->
                    new Failed("The service answered " + status + ".");
            case Outcome.Refused(int status, _) ->
                    new Refused("The service answered " + status + ".");
            case Outcome.Unanswered(var fault) ->
                    new Failed("The service did not answer: " + fault.code() + ".");
            case Outcome.Blocked _ ->
                    new Refused("The address is private, local or reserved and is not called.");
            case Outcome.NotSent _ -> new Failed("No connection could be opened.");
        };
    }
}
