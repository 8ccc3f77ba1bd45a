package dev.waybill.feature.notifications;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The content of a notification, for all kinds of channels.
///
/// @param event `fired`, `escalated`, `resolved`, `test`, or another word for mail to owners
/// @param text plain text in several lines
/// @param html the same for mail programs; null for none
/// @param alert the alert as the API shows it; null if it is about none
/// @param severity of the alert, or `info`
/// @param url the page that helps
/// @param unsubscribe the link that ends the mails to this owner; null for operators
public record Message(
        String event,
        String subject,
        String text,
        @Nullable String html,
        @Nullable ObjectNode alert,
        String severity,
        String url,
        @Nullable String unsubscribe) {

    /// Mail servers refuse longer lines, and PagerDuty longer summaries.
    static final int SUBJECT_LENGTH_MAX = 200;

    private static final JsonMapper JSON = new JsonMapper();

    public Message {
        if (subject.length() > SUBJECT_LENGTH_MAX) {
            subject = subject.substring(0, SUBJECT_LENGTH_MAX - 1) + "…";
        }
    }

    String toJson() {
        var json = JSON.createObjectNode();
        json.put("event", event);
        json.put("subject", subject);
        json.put("text", text);
        json.put("html", html);
        json.set("alert", alert);
        json.put("severity", severity);
        json.put("url", url);
        json.put("unsubscribe", unsubscribe);
        return json.toString();
    }

    static Message parse(String text) {
        var json = (ObjectNode) JSON.readTree(text);
        return new Message(
                json.get("event").stringValue(),
                json.get("subject").stringValue(),
                json.get("text").stringValue(),
                optional(json, "html"),
                json.get("alert") instanceof ObjectNode alert ? alert : null,
                json.get("severity").stringValue(),
                json.get("url").stringValue(),
                optional(json, "unsubscribe"));
    }

    private static @Nullable String optional(ObjectNode json, String name) {
        var node = json.get(name);
        return node == null || node.isNull() ? null : node.stringValue();
    }
}
