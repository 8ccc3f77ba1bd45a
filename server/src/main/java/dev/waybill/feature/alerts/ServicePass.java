package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.ServiceRules;
import dev.waybill.domain.alert.Thresholds;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The part of an evaluation that is about the whole service.
final class ServicePass {

    /// Judges the rules of the service.
    ///
    /// @param readings in the order of time, the last one of now
    void judge(
            AlertBook book,
            Map<AlertRule, RuleSetting> settings,
            List<Reading> readings,
            Instant now) {
        settings.forEach((rule, setting) -> {
            if (!rule.isOfEndpoint() && setting.enabled()) {
                judge(book, setting.thresholds(), readings, now);
            }
        });
    }

    private static void judge(
            AlertBook book, Thresholds thresholds, List<Reading> readings, Instant now) {
        var rule = thresholds.rule();
        var open = book.find(rule, null);
        boolean fires = ServiceRules.fires(readings, thresholds);
        if (fires && open == null) {
            var last = readings.getLast();
            book.fire(rule, null, summary(readings, thresholds), startedAt(rule, last));
        } else if (!fires && open != null) {
            book.resolve(open, now, null, false);
        }
    }

    private static Instant startedAt(AlertRule rule, Reading reading) {
        var together = reading.failing().since();
        return rule == AlertRule.SERVICE_SERVER_ERRORS && together != null
                ? together
                : reading.at();
    }

    private static String summary(List<Reading> readings, Thresholds thresholds) {
        var last = readings.getLast();
        return switch (thresholds.rule()) {
            case SERVICE_DEAD_LETTERS -> AlertText.deadLetters(last);
            case SERVICE_SERVER_ERRORS -> AlertText.serverErrors(last);
            case SERVICE_BACKLOG -> AlertText.backlog(last);
            case SERVICE_STALLED -> AlertText.stalled(ServiceRules.stalled(readings, thresholds));
            case ENDPOINT_FAILING, ENDPOINT_DISABLED, ENDPOINT_CLIENT_ERRORS ->
                    throw new IllegalArgumentException(thresholds.rule() + " is of an endpoint");
        };
    }
}
