package dev.waybill.feature.alerts;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.alert.Group;
import dev.waybill.domain.alert.Level;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Stall;
import dev.waybill.domain.alert.Streak;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.UrlLabel;
import dev.waybill.engine.routing.HealthLedger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The sentences of alerts. Customers read those about their endpoints: they name no address of the
/// operator's network. Logs and chats get them too: they name an endpoint by its label.
final class AlertText {

    /// The reasons of automatic changes.
    private static final Map<String, String> CAUSES =
            Map.of(
                    Reason.GONE.code(),
                    "it answered 410 Gone",
                    HealthLedger.CONSECUTIVE_FAILURES,
                    "too many deliveries in a row failed",
                    HealthLedger.NO_SUCCESS,
                    "it accepted nothing for a long time");

    private AlertText() {}

    static String failing(String url, Streak streak, Level level, Instant giveUpAt, long lost) {
        var since = UrlLabel.of(url) + " has been failing since " + time(streak.since()) + ".";
        return switch (level) {
            case FIRST, SECOND -> since + " Deliveries are retried until " + time(giveUpAt) + ".";
            case EXPIRING ->
                    lost > 0
                            ? since + " " + lost(lost)
                            : since + " The first deliveries give up at " + time(giveUpAt) + ".";
            case LOST -> since + " " + lost(lost);
        };
    }

    static String lost(long count) {
        return count == 1
                ? "1 delivery was not delivered and is a dead letter."
                : count + " deliveries were not delivered and are dead letters.";
    }

    static String recovered(String url, long lost) {
        return UrlLabel.of(url) + " accepts deliveries again." + (lost > 0 ? " " + lost(lost) : "");
    }

    static String outOfService(String url, long lost) {
        return UrlLabel.of(url) + " is out of service." + (lost > 0 ? " " + lost(lost) : "");
    }

    static String disabled(String url, String state, String reason) {
        return "Waybill "
                + state
                + " "
                + UrlLabel.of(url)
                + " because "
                + CAUSES.getOrDefault(reason, reason)
                + ".";
    }

    static String clientErrors(String url, Span span) {
        return UrlLabel.of(url)
                + " answered "
                + span.clientErrors()
                + " of "
                + span.attempts()
                + " attempts with 4xx within five minutes. Most deliveries give up after three such"
                + " answers.";
    }

    static String noClientErrors(String url) {
        return UrlLabel.of(url) + " has rejected no further deliveries with 4xx.";
    }

    static String inService(String url) {
        return UrlLabel.of(url) + " is in service again.";
    }

    static String stillOutOfService(String url) {
        return UrlLabel.of(url) + " is still out of service.";
    }

    static String ruleOff() {
        return "The rule was switched off.";
    }

    static String deadLetters(Reading reading) {
        return reading.deadLetters() + " deliveries became dead letters within five minutes.";
    }

    static String serverErrors(Reading reading) {
        Group failing = reading.failing();
        return failing.endpoints()
                + " endpoints on "
                + failing.hosts()
                + " hosts began to fail at the same time. Different hosts seldom fail together:"
                + " check the network, DNS and egress proxy of Waybill first.";
    }

    static String serverErrors(Group.OnHost group) {
        return group.endpoints()
                + " endpoints on the host "
                + group.host()
                + " began to fail at the same time. Check that host first.";
    }

    static String backlog(Reading reading) {
        var due = reading.oldestDue() == null ? Duration.ZERO : reading.oldestDue();
        return "Deliveries to healthy endpoints of several hosts have been due for "
                + due.toMinutes()
                + " minutes, and their age grows.";
    }

    static String stalled(Set<Stall> stalls) {
        return stalls.stream().sorted().map(Stall::sentence).collect(Collectors.joining(" "));
    }

    static String time(Instant time) {
        return Timestamps.format(time.truncatedTo(ChronoUnit.SECONDS));
    }
}
