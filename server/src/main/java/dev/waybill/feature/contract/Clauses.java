package dev.waybill.feature.contract;

import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Breaker;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.endpoint.Ramp;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.feature.contract.Contract.Section;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The contract of an endpoint as sentences. Every number is read from the endpoint's configuration
/// or from the constant that the engine uses.
final class Clauses {

    private final Endpoint endpoint;
    private final RetryClauses retries;
    private final Keeping keeping;

    Clauses(Endpoint endpoint, RetryClauses retries, Keeping keeping) {
        this.endpoint = endpoint;
        this.retries = retries;
        this.keeping = keeping;
    }

    Contract contract() {
        return new Contract(
                List.of(
                        new Section("requests", "Requests", requests()),
                        new Section("signature", "Signature", signature()),
                        new Section("answers", "Responses", answers()),
                        new Section("retries", "Retries", retries.retries()),
                        new Section("endings", "Failed deliveries", retries.endings()),
                        new Section("expiry", "Expiry", retries.expiry()),
                        new Section("repeats", "Duplicates", repeats()),
                        new Section("order", "Order", order()),
                        new Section("pace", "Rate", pace()),
                        new Section("health", "Pausing and disabling", health()),
                        new Section("recovery", "Recovery", recovery())));
    }

    private List<String> requests() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "Each event is one `POST` to `"
                        + endpoint.url()
                        + "` with a JSON body. Its `data` is byte for byte what was published.");
        switch (endpoint.format()) {
            case WAYBILL -> {}
            case CLOUDEVENTS ->
                    sentences.add(
                            "The body is a CloudEvent 1.0 in structured mode"
                                    + " (`application/cloudevents+json`).");
        }
        sentences.add(
                endpoint.eventTypes().contains("*")
                        ? "Events of every type are sent."
                        : "Events of these types are sent: " + quoted(endpoint.eventTypes()) + ".");
        var headers = endpoint.credentials().headers().names();
        if (!headers.isEmpty()) {
            sentences.add("Requests carry these headers of your own: " + quoted(headers) + ".");
        }
        sentences.add("The endpoint is in " + endpoint.mode().code() + " mode.");
        return sentences;
    }

    private List<String> signature() {
        var credentials = endpoint.credentials();
        var sentences = new ArrayList<String>();
        switch (credentials.secret().scheme()) {
            case STANDARD ->
                    sentences.add(
                            "`webhook-signature` contains `v1,` and the base64 of the HMAC-SHA256"
                                    + " of `webhook-id.webhook-timestamp.body`, keyed with the"
                                    + " bytes after `whsec_` (Standard Webhooks).");
            case STANDARD_ED25519 ->
                    sentences.add(
                            "`webhook-signature` contains a `v1a,` entry, the Ed25519 signature of"
                                    + " `webhook-id.webhook-timestamp.body`, to be verified with `"
                                    + credentials.secret().publicKey()
                                    + "` (Standard Webhooks).");
            case HEX ->
                    sentences.add(
                            "`X-Webhook-Signature` contains `v1=` and the HMAC-SHA256 of"
                                    + " `X-Webhook-Timestamp.body` in hexadecimal, keyed with the"
                                    + " secret as it is written.");
        }
        sentences.add("Verify the raw bytes before parsing them, and compare in constant time.");
        sentences.add(
                "Refuse a timestamp that is more than "
                        + Spans.words(SignatureScheme.TIMESTAMP_TOLERANCE)
                        + " old or ahead: the request may have been recorded and sent again.");
        sentences.add(
                "While a secret is rotated, requests carry a signature with the old secret and"
                        + " one with the new; either is valid.");
        return sentences;
    }

    private List<String> answers() {
        return List.of(
                "A status from 200 to 299 within "
                        + Spans.words(endpoint.timeLimit())
                        + " counts as delivered; the body does not matter.",
                "Redirects are not followed.",
                "410 means that the endpoint is gone: it is disabled at once.",
                "With "
                        + holdOffStatuses()
                        + ", `Retry-After` is honoured: the event is retried no earlier than it"
                        + " asks, and no earlier than its schedule says. If that is after the"
                        + " delivery's deadline, one last attempt is made before the deadline.",
                "Other events for the endpoint wait for the same time, at most "
                        + Spans.words(Pace.HOLD_OFF_MAX)
                        + ".");
    }

    /// Computed by the rule itself.
    private static String holdOffStatuses() {
        var now = Instant.EPOCH;
        var asked = Duration.ofMinutes(1);
        return Statuses.words(
                IntStream.range(300, 600)
                        .filter(status -> {
                            var outcome = new Outcome.Refused(status, asked);
                            return Pace.FREE.after(outcome, now).holdOffUntil() != null;
                        }));
    }

    private List<String> repeats() {
        return List.of(
                "Each event is delivered at least once. It may arrive again after a lost or late"
                        + " response, and when it is resent or replayed.",
                "`webhook-id` is the same each time. Remember it for "
                        + Spans.words(keeping.resendable())
                        + ", and ignore an event that you have seen.");
    }

    private List<String> order() {
        var rules = endpoint.orderRules();
        if (rules.ordering() == Ordering.NONE) {
            return List.of(
                    "Events arrive in no particular order; `sequence` gives the order within one"
                            + " `ordering_key`.");
        }
        var sentences = new ArrayList<String>();
        sentences.add(
                rules.ordering() == Ordering.KEY
                        ? "Events of one `ordering_key` are sent one after another: the next is"
                                + " sent when the one before it has ended. Events without a key"
                                + " arrive in no particular order."
                        : "All events are sent one after another: the next is sent when the one"
                                + " before it has ended.");
        sentences.add(
                rules.onExhausted() == OnExhausted.HOLD
                        ? "When one becomes a dead letter, those after it are held until they are"
                                + " released."
                        : "When one becomes a dead letter, the next is sent.");
        sentences.add("A resent event is not ordered.");
        return sentences;
    }

    private List<String> pace() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "At most " + endpoint.inFlightMax() + " requests wait for a response at a time.");
        var limit = endpoint.rateLimit();
        sentences.add(
                limit == null
                        ? "The number of requests per second is not limited."
                        : "At most " + number(limit) + " requests start per second.");
        sentences.add(
                "After a pause, or a time without responses, requests start at "
                        + number(Ramp.FIRST_PER_SECOND)
                        + " per second, and the rate doubles with every "
                        + Spans.words(Ramp.STEP)
                        + " of success.");
        return sentences;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private List<String> health() {
        var rules = endpoint.healthRules();
        var sentences = new ArrayList<String>();
        sentences.add(
                rules.disableAfterFailures() == null
                        ? "The endpoint is not disabled for failing."
                        : "After "
                                + rules.disableAfterFailures()
                                + " dead letters in a row the endpoint is disabled: no deliveries"
                                + " are created for it until it is enabled.");
        sentences.add(
                rules.pauseAfter() == null
                        ? "It is not paused for failing."
                        : "After "
                                + Spans.words(rules.pauseAfter())
                                + " in which every delivery became a dead letter it is paused:"
                                + " deliveries are created and wait until it is resumed. The"
                                + " retry clock stops meanwhile; the expiry does not move.");
        sentences.add(
                "After "
                        + Breaker.FAILURES_MAX
                        + " attempts in a row without a response, or with a 5xx, one attempt is"
                        + " made every "
                        + Spans.words(Breaker.PROBE_EVERY)
                        + " until one succeeds or gets another status. Deliveries that wait"
                        + " meanwhile use up no attempts.");
        return sentences;
    }

    private List<String> recovery() {
        return List.of(
                "Events published in the last "
                        + Spans.words(keeping.replayable())
                        + " can be replayed, also those published while the endpoint was"
                        + " disabled.",
                "`GET /v1/events?since=` lists published events in an order that never skips one:"
                        + " compare it with what you have.");
    }

    private static String quoted(List<String> names) {
        return "`" + String.join("`, `", names) + "`";
    }
}
