package dev.waybill.engine.catalog;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.event.ExpiryRule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeRulesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'meta':{'until':'2026-05-01T13:00:00Z'}} | 2026-05-01T13:00:00Z",
                "{'meta':{'until':'2026-05-01T15:00:00+02:00'}} | 2026-05-01T13:00:00Z",
                "{'meta':{'until':1777640400}} | 2026-05-01T13:00:00Z",
                "{'meta':{'until':'2020-01-01T00:00:00Z'}} | 2020-01-01T00:00:00Z",
                // None of these names an instant: they count as absent.
                "{} |",
                "{'meta':7} |",
                "{'meta':{'until':null}} |",
                "{'meta':{'until':'tomorrow'}} |",
                "{'meta':{'until':'2026-05-01T13:00:00'}} |",
                "{'meta':{'until':'10000-01-01T00:00:00Z'}} |",
                "{'meta':{'until':-5}} |",
                "{'meta':{'until':0}} |",
                "{'meta':{'until':1.5}} |",
                "{'meta':{'until':99999999999999999999}} |",
                "{'meta':{'until':1777640400000}} |",
                "{'meta':{'until':[1777640400]}} |",
                "[1,2] |",
                "7 |",
            })
    void theExpiryIsReadFromTheData(String data, @Nullable Instant expected) {
        assertThat(expiry(rules(null, "/meta/until"), data)).isEqualTo(expected);
    }

    @Test
    void whereTheDataCarriesNoneTheTypesTimeToLiveCounts() {
        var rules = rules(60, "/until");

        assertThat(expiry(rules, "{'until':'soon'}")).isEqualTo(NOON.plusSeconds(60));
        assertThat(expiry(rules, "{'until':'2026-05-01T13:00:00Z'}"))
                .isEqualTo(NOON.plusSeconds(3_600));
    }

    @Test
    void absentNeverMeansZero() {
        assertThat(expiry(rules(null, null), "{}")).isNull();
    }

    @Test
    void noExpiryLiesBehindTheLastYear() {
        var assessment = rules(315_360_000, null).assess("{}".getBytes(UTF_8));

        assertThat(assessment.expiryOf(Instant.parse("9999-06-01T00:00:00Z")))
                .isEqualTo(new Expiry(Timestamps.LATEST, ExpiryRule.TYPE));
    }

    @Test
    void dataIsLookedIntoOnlyWhereItMust() {
        var plain = rules(60, null);

        assertThat(plain.lookIntoData()).isFalse();
        assertThat(plain.assess("not even JSON".getBytes(UTF_8)))
                .isSameAs(plain.assess("{}".getBytes(UTF_8)));
        assertThat(rules(60, "/x").lookIntoData()).isTrue();
    }

    private static @Nullable Instant expiry(TypeRules rules, String data) {
        var expiry = rules.assess(data.replace('\'', '"').getBytes(UTF_8)).expiryOf(NOON);
        return expiry == null ? null : expiry.at();
    }

    private static TypeRules rules(@Nullable Integer ttlSeconds, @Nullable String pointer) {
        return new TypeRules(new TypeRules.Source(ttlSeconds, pointer, null, null, null));
    }
}
