package dev.waybill.contract;

import dev.waybill.catalogue.CataloguedType;
import dev.waybill.contract.Contract.Section;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.OnExhausted;
import dev.waybill.domain.Ordering;
import dev.waybill.domain.Pace;
import dev.waybill.domain.PolicyPreview;
import dev.waybill.domain.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts into words what holds for an endpoint. Every number comes from where the engine reads it.
public final class Clauses {

    /// Any moment will do: only spans between times are told.
    private static final Instant NOW = Instant.EPOCH;

    private final Endpoint endpoint;
    private final RetryPolicy policy;
    private final List<CataloguedType> types;
    private final Duration replayable;

    /// What the words are made from.
    ///
    /// @param policy for events without an expiry
    /// @param types those of the catalogue that the endpoint takes
    /// @param replayable how far back events can be sent again
    public Clauses(
            Endpoint endpoint,
            RetryPolicy policy,
            List<CataloguedType> types,
            Duration replayable) {
        this.endpoint = endpoint;
        this.policy = policy;
        this.types = List.copyOf(types);
        this.replayable = replayable;
    }

    public Contract contract() {
        return new Contract(
                List.of(
                        new Section("requests", "What is sent", requests()),
                        new Section("signature", "How to know that it is genuine", signature()),
                        new Section("answers", "What counts as received", answers()),
                        new Section("retries", "When it is tried again", retries()),
                        new Section("expiry", "When it is too late", expiry()),
                        new Section("repeats", "What may come twice", repeats()),
                        new Section("order", "In which order", order()),
                        new Section("pace", "How fast", pace()),
                        new Section("health", "When sending stops", health()),
                        new Section("recovery", "How to catch up", recovery())));
    }

    private List<String> requests() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "Every event is one `POST` to `"
                        + endpoint.url()
                        + "` with a JSON body, `data` in"
                        + " it byte for byte as it was published.");
        sentences.add(
                endpoint.eventTypes().contains("*")
                        ? "Events of every type are sent."
                        : "Events of these types are sent: " + quoted(endpoint.eventTypes()) + ".");
        var headers = endpoint.credentials().headers().names();
        if (!headers.isEmpty()) {
            sentences.add("Requests carry these headers of your own: " + quoted(headers) + ".");
        }
        sentences.add("This is the " + endpoint.mode().word() + " mode.");
        return sentences;
    }

    private List<String> signature() {
        var credentials = endpoint.credentials();
        var sentences = new ArrayList<String>();
        switch (credentials.secret().scheme()) {
            case STANDARD ->
                    sentences.add(
                            "`webhook-signature` holds `v1,` and the base64 of the HMAC-SHA256 of"
                                    + " `webhook-id.webhook-timestamp.body`, keyed with the bytes"
                                    + " behind `whsec_` (Standard Webhooks).");
            case STANDARD_ED25519 ->
                    sentences.add(
                            "`webhook-signature` holds a `v1a,` entry, the Ed25519 signature of"
                                    + " `webhook-id.webhook-timestamp.body`, to be verified with `"
                                    + credentials.secret().publicKey()
                                    + "` (Standard Webhooks).");
            case HEX ->
                    sentences.add(
                            "`X-Webhook-Signature` holds `v1=` and the HMAC-SHA256 of"
                                    + " `X-Webhook-Timestamp.body` in hexadecimal, keyed with the"
                                    + " secret as it is written.");
        }
        sentences.add("Verify the raw bytes before parsing them, and compare in constant time.");
        sentences.add("Refuse what is more than 5 minutes old or ahead: it may be a recording.");
        sentences.add(
                "When the secret is rotated, requests carry a signature of the old and of the new"
                        + " one for the time of the overlap; any that matches is good.");
        return sentences;
    }

    private List<String> answers() {
        return List.of(
                "A status from 200 to 299 within "
                        + Spans.words(endpoint.timeLimit())
                        + " is a delivery; what the body says does not matter.",
                "Redirects are not followed.",
                "410 means that the endpoint is gone: it is disabled at once.",
                "429 and 503 may say by `Retry-After` when to come back; that is kept to, for "
                        + Spans.words(Pace.HOLD_OFF_MAX)
                        + " at most.");
    }

    private List<String> retries() {
        var preview = PolicyPreview.of(policy, NOW, null, endpoint.timeLimit());
        var sentences = new ArrayList<String>();
        int attempts = preview.attempts().size();
        sentences.add(
                attempts == 1
                        ? "There is one attempt and no retry."
                        : "There are up to " + attempts + " attempts, the first at once.");
        for (var attempt : preview.attempts().subList(1, attempts)) {
            sentences.add("Attempt " + attempt.number() + ": " + when(attempt) + ".");
        }
        sentences.add(
                "After "
                        + Spans.words(policy.window())
                        + " without a success it is given up and becomes a dead letter, which is"
                        + " kept and can be sent again.");
        sentences.add(
                "Answers that a retry does not mend (3xx, and 4xx other than 408, 425 and 429) are"
                        + " tried three times in all.");
        return sentences;
    }

    private static String when(PolicyPreview.Attempt attempt) {
        var earliest = Spans.words(Duration.between(NOW, attempt.earliest()));
        var latest = Spans.words(Duration.between(NOW, attempt.latest()));
        return (earliest.equals(latest) ? earliest : earliest + " to " + latest)
                + " after the first"
                + (attempt.certain() ? "" : ", if there is time");
    }

    private List<String> expiry() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "An event that carries `expires_at` is never sent after it, and no attempt outlives"
                        + " it; with less than 15 minutes to live it is tried two or three times,"
                        + " close together.");
        for (var type : types) {
            if (type.ttlSeconds() != null) {
                sentences.add(
                        "`"
                                + type.name()
                                + "` expires "
                                + Spans.words(Duration.ofSeconds(type.ttlSeconds()))
                                + " after it was created, unless it says otherwise.");
            } else if (type.expiresAtPointer() != null) {
                sentences.add(
                        "`"
                                + type.name()
                                + "` carries its expiry in `data"
                                + type.expiresAtPointer()
                                + "`.");
            }
        }
        sentences.add(
                "What expires unsent is not sent late: ask for the present state instead, and check"
                        + " `expires_at` yourself before acting.");
        return sentences;
    }

    private static List<String> repeats() {
        return List.of(
                "Every event comes at least once. It comes again when an answer was lost or came"
                        + " too late, and when somebody sends it again.",
                "`webhook-id` is the same each time: remember it for as long as an event can be"
                        + " sent again, and drop what you have seen.");
    }

    private List<String> order() {
        var rules = endpoint.orderRules();
        if (rules.ordering() == Ordering.NONE) {
            return List.of(
                    "Events come in no particular order; `sequence` tells that of one"
                            + " `ordering_key`.");
        }
        var sentences = new ArrayList<String>();
        sentences.add(
                rules.ordering() == Ordering.KEY
                        ? "Events of one `ordering_key` come one after the other: the next is sent"
                                + " when the one before it is settled. Events without one come in"
                                + " no particular order."
                        : "All events come one after the other: the next is sent when the one"
                                + " before it is settled.");
        sentences.add(
                rules.onExhausted() == OnExhausted.HOLD
                        ? "When one is given up, those behind it wait until somebody releases them."
                        : "When one is given up, the next is sent.");
        sentences.add("What is sent again comes out of its turn.");
        return sentences;
    }

    private List<String> pace() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "At most " + endpoint.inFlightMax() + " requests wait for an answer at a time.");
        var limit = rate(endpoint.rateLimit());
        sentences.add(
                limit == null
                        ? "There is no limit of requests a second."
                        : "At most " + limit + " requests start in a second.");
        sentences.add(
                "After a pause or a time without answers, requests begin at 5 a second and become"
                        + " more with every success.");
        return sentences;
    }

    private static @Nullable String rate(@Nullable Double perSecond) {
        if (perSecond == null) {
            return null;
        }
        return perSecond == Math.rint(perSecond)
                ? Long.toString(perSecond.longValue())
                : perSecond.toString();
    }

    private List<String> health() {
        var rules = endpoint.healthRules();
        var sentences = new ArrayList<String>();
        sentences.add(
                rules.disableAfterFailures() == null
                        ? "The endpoint is not disabled for failing."
                        : "After "
                                + rules.disableAfterFailures()
                                + " dead letters in a row it is disabled: events are no longer"
                                + " lined up for it.");
        sentences.add(
                rules.pauseAfter() == null
                        ? "It is not paused for failing."
                        : "After "
                                + Spans.words(rules.pauseAfter())
                                + " of nothing but dead letters it is paused: events are lined up"
                                + " and sent when it is resumed, the time for retries standing"
                                + " still meanwhile.");
        sentences.add(
                "After 10 attempts in a row without an answer, or with a 5xx, it is left alone but"
                        + " for one attempt every 30 s; that uses up no other's attempts.");
        return sentences;
    }

    private List<String> recovery() {
        return List.of(
                "Everything published in the last "
                        + Spans.words(replayable)
                        + " can be sent again, also what came while the endpoint was disabled.",
                "`GET /v1/events?since=` lists what was published, in an order that never skips"
                        + " one: compare it with what you have.");
    }

    private static String quoted(List<String> names) {
        return "`" + String.join("`, `", names) + "`";
    }
}
