package dev.waybill.web.site;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The message about a completed action, shown on the next page. The address contains only its
/// code, so that a link cannot make a page show foreign text.
public enum Notice {
    RESENT("Resent. This is the new delivery."),
    RESENT_LATER("Requeued. This is the new delivery; it is sent at the chosen time."),
    REQUEUED("Requeued. The next attempt is made at the new time."),
    LANE_RELEASED("Released. The lane continues with the next delivery in order."),
    CANCELLED_MANY(
            "Cancelled. Attempts that were in progress meanwhile are not affected.",
            "/ui/audit?action=delivery.cancelled",
            "See how many in the audit log"),
    EVENT_CANCELLED("Cancelled. No delivery of this event is pending any more."),
    CANCELLED("Cancelled. No further attempt is made."),
    RESOLVED(
            "Resolved. The dead letters are no longer open.",
            "/ui/dlq/settled",
            "See resolved dead letters"),
    REOPENED("Reopened. It is an open dead letter again.", "/ui/dlq", "See open dead letters"),
    NOTED("Note added. The dead letters stay open."),
    PAUSED("Paused. Deliveries wait until it is resumed."),
    RESUMED("Resumed. Pending deliveries are sent slowly at first."),
    DISABLED("Disabled. New events are no longer sent to it."),
    ENABLED("Enabled. New events are sent to it again."),
    REVOKED(
            "Revoked. Requests with this key are refused.",
            "/ui/audit?action=api_key.revoked",
            "See it in the audit log"),
    POLICY_SAVED("Saved. New deliveries use it; existing ones keep the previous revision."),
    POLICY_DELETED("Deleted. Deliveries that use it keep it to their end."),
    CREATED_BEFORE(
            "This form was sent before, and the endpoint was created then. Its secret was shown"
                    + " at that time."),
    SAVED("Saved. It applies to every attempt from now on."),
    SAVED_UNRESOLVED(
            "Saved. The host of the URL has no address yet, or it was not resolved in time. Every"
                    + " attempt resolves it again."),
    DELETED("Deleted. Its pending deliveries are cancelled."),
    RECOVERING("Missed events are being replayed at a low rate. They appear below."),
    ALERT_ACKNOWLEDGED("Acknowledged. Channels get no further levels of this alert."),
    ALERT_SNOOZED("Snoozed. If it still fires then, channels are notified again."),
    CHANNEL_CREATED("Created. Send a test to see whether messages arrive."),
    CHANNEL_TESTED("A test is being sent. Reload the page to see whether it arrived."),
    CHANNEL_PAUSED("Paused. The channel gets no notifications until it is resumed."),
    CHANNEL_RESUMED("Resumed. The channel gets notifications of new alerts."),
    CHANNEL_DELETED("Deleted. Pending notifications of it are dropped."),
    RULE_SAVED("Saved. It applies from the next evaluation on."),
    CONFIRMATION_SENT("Sent. Follow the link in the mail to confirm the address."),
    CONFIRMATION_LIMITED(
            "No mail was sent: too many confirmations were sent to this address already."),
    PORTAL_SAVED("Saved. Customers see it with the next page they open."),
    PORTAL_EXPIRED("Expired. All customers of this app are signed out, and its links do not work."),
    TESTED("Sent. This is the delivery of the test event."),
    REPLAY_STARTED(
            "Started. The selection is fixed: later failures are not added.",
            "/ui/replays",
            "See all replays"),
    REPLAY_PAUSED(
            "Paused. Deliveries that were created continue; no more are created until it is"
                    + " resumed."),
    REPLAY_RESUMED("Resumed. It continues where it stopped."),
    REPLAY_CANCELLED("Cancelled. Deliveries that were created continue; no more are created."),
    REPLAY_PACED("Changed. The remaining deliveries are sent at the new rate."),
    PASSWORD_CHANGED("Changed. Your other sessions are signed out."),
    ROLE_CHANGED("Changed. The new role applies from the user's next request."),
    USER_DISABLED("Disabled. The user is signed out everywhere."),
    USER_ENABLED("Enabled. The user can sign in again."),
    TYPE_SAVED("Saved. It applies to every event from now on."),
    TYPE_DELETED(
            "Deleted. Events of this type are still accepted, as types outside the catalog"
                    + " are."),
    DEPRECATED("Deprecated. It is still sent; the catalog announces its removal."),
    APP_SAVED("Saved."),
    APP_DELETED("Deleted, and its keys are revoked."),
    USER_DELETED(
            "Deleted. The user is signed out everywhere; the audit log keeps the user's"
                    + " changes.");

    /// For a form whose token was used with other content.
    public static final String RELOAD_FORM = "Load the page again, then send the form.";

    public static final String PARAMETER = "done";

    private final String text;
    private final @Nullable String href;
    private final @Nullable String title;

    Notice(String text) {
        this.text = text;
        this.href = null;
        this.title = null;
    }

    Notice(String text, String href, String title) {
        this.text = text;
        this.href = href;
        this.title = title;
    }

    public String text() {
        return text;
    }

    /// A page with more details; null if there is none.
    public @Nullable String href() {
        return href;
    }

    /// The text of the link.
    public @Nullable String title() {
        return title;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Notice> of(String word) {
        for (var notice : values()) {
            if (notice.code().equals(word)) {
                return Optional.of(notice);
            }
        }
        return Optional.empty();
    }
}
