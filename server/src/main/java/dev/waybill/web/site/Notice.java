package dev.waybill.web.site;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was just done, told on the page that follows. It is named in the address by a word, so that
/// nobody can make a page say something by a link.
public enum Notice {
    RESENT("Sent again. This is the new delivery."),
    RESENT_LATER("Resent for later. This is the new delivery; it is not sent before its time."),
    REQUEUED("Requeued. The next attempt is made at the new time."),
    LANE_RELEASED("Released. The lane goes on with the next delivery in order."),
    CANCELLED_MANY(
            "Cancelled. An attempt that was under way meanwhile is left alone.",
            "/ui/audit?action=delivery.cancelled",
            "See how many in the audit log"),
    EVENT_CANCELLED("Cancelled. Nothing of this event waits any more."),
    CANCELLED("Called off. No further attempt is made."),
    RESOLVED(
            "Resolved. The dead letters are closed, with your reason.",
            "/ui/dlq/settled",
            "See what is settled"),
    REOPENED(
            "Reopened. It is among the open dead letters again.",
            "/ui/dlq",
            "See open dead letters"),
    NOTED("Noted. The dead letters stay open."),
    PAUSED("Paused. Deliveries wait until it is resumed."),
    RESUMED("Resumed. What waited is sent at a gentle pace."),
    DISABLED("Disabled. New events are no longer sent here."),
    ENABLED("Enabled. New events are sent here again."),
    REVOKED(
            "Revoked. Nobody is let in with that key any more.",
            "/ui/audit?action=api_key.revoked",
            "See it in the audit log"),
    POLICY_SAVED("Saved. New deliveries are retried like this; those under way keep theirs."),
    POLICY_DELETED("Deleted. Deliveries under way keep it to their end."),
    CREATED_BEFORE(
            "This form was sent before, and the endpoint was created then, once. Its secret was"
                    + " shown at that time."),
    SAVED("Saved. It holds for every attempt from now on."),
    SAVED_UNRESOLVED(
            "Saved. The URL's host has no address yet, or none was found in time: every attempt"
                    + " looks again."),
    DELETED("Deleted. What waited for it is called off."),
    RECOVERING("What failed is sent again, little by little. It appears below."),
    PORTAL_SAVED("Saved. Customers see it with the next page they open."),
    PORTAL_EXPIRED("Expired. Whoever was in is out, and no link of this app lets anybody in."),
    TESTED("Sent. This is the delivery of the test event."),
    REPLAY_STARTED(
            "Started. What is sent is fixed: what fails from now on is not added.",
            "/ui/replays",
            "See all replays"),
    REPLAY_PAUSED("Paused. What was sent goes on, and no more is sent until it is resumed."),
    REPLAY_RESUMED("Resumed. It goes on from where it was."),
    REPLAY_CANCELLED("Cancelled. What was sent goes on, and no more is sent."),
    REPLAY_PACED("Changed. What is left goes at the new pace."),
    PASSWORD_CHANGED("Changed. Whoever else was signed in as you is signed out."),
    ROLE_CHANGED("Changed. The new role applies from their next request."),
    USER_DISABLED("Disabled. They are signed out everywhere."),
    USER_ENABLED("Enabled. They can sign in again."),
    TYPE_SAVED("Saved. It holds for every event from now on."),
    TYPE_DELETED("Deleted. Events of this type are taken as of any other without an entry."),
    DEPRECATED("Deprecated. It is still sent; whoever reads the catalogue is told."),
    APP_SAVED("Saved."),
    APP_DELETED("Deleted, and its keys revoked."),
    USER_DELETED("Deleted. They are signed out everywhere; the audit log keeps what they did.");

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

    /// Where more is to be seen; null where the page itself shows what there is to see.
    public @Nullable String href() {
        return href;
    }

    /// What the link is called.
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
