package dev.waybill.feature.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Retries and expiry as sentences, from the policies that deliveries really get.
class RetryClausesTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Endpoint ENDPOINT = new Fixtures(DB, new ManualClock()).endpoint();
    private static final Keeping KEEPING = new Keeping(Duration.ofDays(30), Duration.ofDays(90));

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void typesThatAreRetriedOtherwiseAreNamedWithTheirSchedule() {
        var capped = RetryPolicies.LIVE.capped(3);

        var sentences =
                clauses(
                                type("invoice.paid", null, null, RetryPolicies.LIVE),
                                type("login.code", null, null, capped),
                                type("login.link", null, null, capped))
                        .retries();

        assertThat(sentences)
                .contains(
                        "`login.code`, `login.link`: up to 3 attempts, 1 min to 1 min 24 s and"
                                + " 5 min to 7 min after the first.")
                .noneMatch(sentence -> sentence.contains("invoice.paid"));
    }

    @Test
    void theLimitedClassIsTheEnginesOwn() {
        assertThat(clauses().retries())
                .contains(
                        "A status that retries rarely change (3xx, and 4xx other than 408, 425 and"
                                + " 429) is given 3 attempts in all.");
    }

    @Test
    void shortLivedEventsHaveTheSchedulesOfTheirExpiry() {
        assertThat(clauses().expiry())
                .contains(
                        "An event with less than 2 min left: up to 2 attempts, 15 s after the"
                                + " first.",
                        "An event with 2 min to 15 min left: up to 3 attempts, 30 s to 1 min and"
                                + " 1 min to 2 min after the first.");
    }

    @Test
    void aTypeMayHavePointerAndTtl() {
        var brief = RetryPolicies.BRIEF;

        assertThat(clauses(type("quote.made", Duration.ofSeconds(90), "/until", brief)).expiry())
                .contains(
                        "`quote.made` carries its expiry in `data/until`. Without one it expires"
                                + " 1 min 30 s after it was created, unless the event says"
                                + " otherwise: up to 2 attempts, 15 s after the first.");
        assertThat(clauses(type("quote.made", null, "/until", RetryPolicies.LIVE)).expiry())
                .contains("`quote.made` carries its expiry in `data/until`.");
    }

    @Test
    void endingsAreNamedAsTheApiNamesThem() {
        assertThat(String.join(" ", clauses().endings()))
                .contains("`failed` with the reason `exhausted`")
                .contains("`expired` with the reason `deadline`")
                .contains("`failed` with the reason `permanent`")
                .contains("/v1/dead_letters?endpoint_id=whe_")
                .contains("under Deliveries on the portal")
                .contains("kept for 90 days");
        assertThat(clauses().expiry().getLast()).contains("`expired` with the reason `ttl`");
    }

    private static TypeTerms type(
            String name, @Nullable Duration ttl, @Nullable String pointer, RetryPolicy policy) {
        return new TypeTerms(name, ttl, pointer, policy);
    }

    private static RetryClauses clauses(TypeTerms... types) {
        return new RetryClauses(ENDPOINT, RetryPolicies.LIVE, List.of(types), KEEPING);
    }
}
