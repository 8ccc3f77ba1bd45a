package dev.waybill.feature.alerts;

import static dev.waybill.domain.alert.AlertRule.ENDPOINT_CLIENT_ERRORS;
import static dev.waybill.domain.alert.AlertRule.ENDPOINT_DISABLED;
import static dev.waybill.domain.alert.AlertRule.ENDPOINT_FAILING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.AlertState;
import dev.waybill.domain.alert.Severity;
import dev.waybill.testing.ManualClock;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerTopicTest {

    private static final String SUMMARY = "What the alert says.";

    @ParameterizedTest
    @CsvSource({
        "ENDPOINT_FAILING,       FIRST,          Your webhook endpoint is failing",
        "ENDPOINT_FAILING,       SECOND,         Your webhook endpoint is failing",
        "ENDPOINT_FAILING,       EXPIRING,       Deliveries to your webhook endpoint are about"
                + " to give up",
        "ENDPOINT_FAILING,       LOST,           Deliveries to your webhook endpoint were lost",
        "ENDPOINT_FAILING,       RESOLVED,       Your webhook endpoint works again",
        "ENDPOINT_FAILING,       OUT_OF_SERVICE, Your webhook endpoint is out of service",
        "ENDPOINT_CLIENT_ERRORS, FIRED,          Your webhook endpoint rejects deliveries",
        "ENDPOINT_CLIENT_ERRORS, RESOLVED,       Your webhook endpoint rejects no more deliveries",
        "ENDPOINT_CLIENT_ERRORS, OUT_OF_SERVICE, Your webhook endpoint is out of service",
        "ENDPOINT_DISABLED,      FIRED,          Your webhook endpoint was taken out of service",
        "ENDPOINT_DISABLED,      RESOLVED,       Your webhook endpoint is in service again",
    })
    void theSubjectOfOneEndpointSaysWhatHappened(AlertRule rule, OwnerNews news, String subject) {
        assertThat(subject(entry(1, rule, news))).isEqualTo(subject + ": https://a.example");
    }

    @Test
    void theSubjectOfSeveralCountsThoseThatNeedAttention() {
        var failing = entry(1, ENDPOINT_FAILING, OwnerNews.FIRST);
        var other = entry(2, ENDPOINT_FAILING, OwnerNews.LOST);
        var recovered = entry(3, ENDPOINT_FAILING, OwnerNews.RESOLVED);
        var alsoRecovered = entry(4, ENDPOINT_FAILING, OwnerNews.RESOLVED);
        var paused = entry(5, ENDPOINT_FAILING, OwnerNews.OUT_OF_SERVICE);
        var quiet = entry(6, ENDPOINT_CLIENT_ERRORS, OwnerNews.RESOLVED);

        assertThat(subject(failing, other, recovered))
                .isEqualTo("2 of your webhook endpoints need attention");
        assertThat(subject(recovered, failing, paused))
                .isEqualTo("One of your webhook endpoints needs attention: https://a.example");
        assertThat(subject(recovered, alsoRecovered))
                .isEqualTo("2 of your webhook endpoints work again");
        assertThat(subject(recovered, paused)).isEqualTo("News about 2 of your webhook endpoints");
        assertThat(subject(recovered, quiet)).isEqualTo("News about 2 of your webhook endpoints");
    }

    /// Waybill disables an endpoint that fails: one alert ends, and another one begins.
    @Test
    void severalAlertsAboutOneEndpointAreOneTopic() {
        var ended = entry(1, ENDPOINT_FAILING, OwnerNews.OUT_OF_SERVICE);
        var disabled = entry(1, ENDPOINT_DISABLED, OwnerNews.FIRED);

        assertThat(OwnerTopic.of(List.of(ended, disabled))).hasSize(1);
        assertThat(subject(ended, disabled))
                .isEqualTo("Your webhook endpoint was taken out of service: https://a.example");
    }

    @Test
    void theMostUrgentTopicComesFirst() {
        var recovered = entry(1, ENDPOINT_FAILING, OwnerNews.RESOLVED);
        var lost = entry(2, ENDPOINT_FAILING, OwnerNews.LOST);
        var failing = entry(3, ENDPOINT_FAILING, OwnerNews.FIRST);

        assertThat(OwnerTopic.of(List.of(recovered, failing, lost)))
                .extracting(OwnerTopic::top)
                .containsExactly(lost, failing, recovered);
    }

    @ParameterizedTest
    @CsvSource({
        "ENDPOINT_FAILING,       FIRST,          What the alert says.",
        "ENDPOINT_FAILING,       RESOLVED,       What the alert says.",
        "ENDPOINT_FAILING,       OUT_OF_SERVICE, What the alert says.",
        "ENDPOINT_CLIENT_ERRORS, FIRED,          What the alert says.",
        "ENDPOINT_CLIENT_ERRORS, RESOLVED,       It rejected no further deliveries.",
        "ENDPOINT_CLIENT_ERRORS, OUT_OF_SERVICE, It is out of service.",
        "ENDPOINT_DISABLED,      FIRED,          What the alert says.",
        "ENDPOINT_DISABLED,      RESOLVED,       It is in service again.",
    })
    void anEndDoesNotRepeatTheAccusation(AlertRule rule, OwnerNews news, String sentence) {
        assertThat(OwnerTopic.sentence(entry(1, rule, news))).isEqualTo(sentence);
    }

    private static String subject(OwnerMail.Entry... entries) {
        return OwnerTopic.subject(OwnerTopic.of(Stream.of(entries).toList()), "https://a.example");
    }

    private static OwnerMail.Entry entry(long endpoint, AlertRule rule, OwnerNews news) {
        var alert =
                new Alert(
                        UUID.randomUUID(),
                        rule,
                        Severity.WARNING,
                        new Alert.Subject(new UUID(0, endpoint), Apps.DEFAULT, Mode.LIVE),
                        AlertState.firing(null),
                        SUMMARY,
                        ManualClock.NOON,
                        ManualClock.NOON,
                        null,
                        ManualClock.NOON,
                        null);
        return new OwnerMail.Entry(alert, news);
    }
}
