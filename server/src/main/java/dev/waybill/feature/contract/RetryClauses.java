package dev.waybill.feature.contract;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.PolicyPreview;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Describes retries and the end of a delivery as sentences. The times come from [PolicyPreview],
/// which uses the engine's own decision.
final class RetryClauses {

    /// An arbitrary time: only differences are shown.
    private static final Instant NOW = Instant.EPOCH;

    private final Endpoint endpoint;
    private final RetryPolicy policy;
    private final List<TypeTerms> types;
    private final Keeping keeping;

    /// The clauses of one endpoint.
    ///
    /// @param policy for events without an expiry, of types without rules of their own
    /// @param types the types of the catalog that the endpoint subscribes to
    RetryClauses(Endpoint endpoint, RetryPolicy policy, List<TypeTerms> types, Keeping keeping) {
        this.endpoint = endpoint;
        this.policy = policy;
        this.types = List.copyOf(types);
        this.keeping = keeping;
    }

    List<String> retries() {
        var preview = preview(policy, null);
        var sentences = new ArrayList<String>();
        int attempts = preview.attempts().size();
        sentences.add(
                attempts == 1
                        ? "One attempt is made, and no retry."
                        : "Up to " + attempts + " attempts are made, the first immediately.");
        for (var attempt : preview.attempts().subList(1, attempts)) {
            sentences.add(
                    "Attempt "
                            + attempt.number()
                            + ": "
                            + span(attempt)
                            + " after the first"
                            + (attempt.certain() ? "." : ", if there is time."));
        }
        sentences.add(
                "The last attempt starts at most "
                        + Spans.words(policy.window())
                        + " after the event was captured.");
        sentences.add(
                "A status that retries rarely change (3xx, and 4xx other than "
                        + retried4xx()
                        + ") is given "
                        + NextStep.REFUSALS_MAX
                        + " attempts in all.");
        typesOfOtherPolicies()
                .forEach((other, names) ->
                        sentences.add(names + ": " + schedule(preview(other, null)) + "."));
        return sentences;
    }

    /// Types whose events are retried differently from the endpoint's other types.
    private Map<RetryPolicy, String> typesOfOtherPolicies() {
        return types.stream()
                .filter(terms -> terms.ttl() == null && !terms.policy().equals(policy))
                .collect(
                        groupingBy(
                                TypeTerms::policy,
                                LinkedHashMap::new,
                                mapping(terms -> "`" + terms.type() + "`", joining(", "))));
    }

    List<String> endings() {
        var sentences = new ArrayList<String>();
        var ends = preview(policy, null).ends();
        if (ends.contains(Reason.EXHAUSTED)) {
            sentences.add(
                    "After the last attempt the delivery ends `failed` with the reason"
                            + " `exhausted`.");
        }
        sentences.add(
                "When its time for retries is over it ends `expired` with the reason `deadline`.");
        sentences.add(
                "After "
                        + NextStep.REFUSALS_MAX
                        + " responses that retries rarely change it ends `failed` with the reason"
                        + " `permanent`.");
        sentences.add(
                "Each of these is a dead letter. It is listed by `GET"
                        + " /v1/dead_letters?endpoint_id="
                        + IdKind.ENDPOINT.format(endpoint.id())
                        + "` and under Deliveries on the portal, is kept for "
                        + Spans.words(keeping.deadLetters())
                        + ", and can be resent.");
        return sentences;
    }

    List<String> expiry() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "An event may carry `expires_at`. No attempt starts after it, and an attempt"
                        + " under way ends at it.");
        sentences.add(
                "An event with less than "
                        + Spans.words(RetryPolicies.BRIEF_BELOW)
                        + " left: "
                        + schedule(preview(RetryPolicies.BRIEF, RetryPolicies.BRIEF_BELOW))
                        + ".");
        sentences.add(
                "An event with "
                        + Spans.words(RetryPolicies.BRIEF_BELOW)
                        + " to "
                        + Spans.words(RetryPolicies.SHORT_UP_TO)
                        + " left: "
                        + schedule(preview(RetryPolicies.SHORT, RetryPolicies.SHORT_UP_TO))
                        + ".");
        types.stream().filter(TypeTerms::expires).map(this::expiryOf).forEach(sentences::add);
        sentences.add(
                "An event that expires undelivered ends `expired` with the reason `ttl`. It is"
                        + " not a dead letter and cannot be resent: query the current state"
                        + " instead, and check `expires_at` before you act on an event.");
        return sentences;
    }

    private String expiryOf(TypeTerms terms) {
        var name = "`" + terms.type() + "`";
        var carried =
                terms.expiresAtPointer() == null
                        ? ""
                        : name + " carries its expiry in `data" + terms.expiresAtPointer() + "`";
        if (terms.ttl() == null) {
            return carried + ".";
        }
        return (carried.isEmpty() ? name : carried + ". Without one it")
                + " expires "
                + Spans.words(terms.ttl())
                + " after it was created, unless the event says otherwise: "
                + schedule(preview(terms.policy(), terms.ttl()))
                + ".";
    }

    /// `up to 3 attempts, 30 s to 1 min and 1 min to 2 min after the first`.
    private static String schedule(PolicyPreview preview) {
        int attempts = preview.attempts().size();
        if (attempts == 1) {
            return "one attempt and no retry";
        }
        var retries =
                preview.attempts().subList(1, attempts).stream()
                        .map(RetryClauses::span)
                        .collect(toList());
        var last = retries.removeLast();
        return "up to "
                + attempts
                + " attempts, "
                + (retries.isEmpty() ? "" : String.join(", ", retries) + " and ")
                + last
                + " after the first";
    }

    private static String span(PolicyPreview.Attempt attempt) {
        var earliest = Spans.words(Duration.between(NOW, attempt.earliest()));
        var latest = Spans.words(Duration.between(NOW, attempt.latest()));
        return earliest.equals(latest) ? earliest : earliest + " to " + latest;
    }

    private PolicyPreview preview(RetryPolicy policy, @Nullable Duration ttl) {
        return PolicyPreview.of(
                policy, NOW, ttl == null ? null : NOW.plus(ttl), endpoint.timeLimit());
    }

    private static String retried4xx() {
        return Statuses.words(
                IntStream.range(400, 500)
                        .filter(status -> !NextStep.isLimited(new Outcome.Refused(status, null))));
    }
}
