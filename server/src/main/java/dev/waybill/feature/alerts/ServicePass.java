package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Group;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.ServiceRules;
import dev.waybill.domain.alert.Thresholds;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
                judge(book, setting.thresholds(), readings, now, null);
            }
            if (rule == AlertRule.SERVICE_SERVER_ERRORS && setting.enabled()) {
                var hosts = new TreeSet<>(ServiceRules.hosts(readings));
                book.firing(rule).stream()
                        .flatMap(alert -> Optional.ofNullable(alert.host()).stream())
                        .forEach(hosts::add);
                hosts.forEach(host -> judge(book, setting.thresholds(), readings, now, host));
            }
        });
    }

    private static void judge(
            AlertBook book,
            Thresholds thresholds,
            List<Reading> readings,
            Instant now,
            @Nullable String host) {
        var rule = thresholds.rule();
        var open = book.findOn(host, rule);
        boolean fires = ServiceRules.fires(readings, thresholds, host);
        if (fires && open == null) {
            var onHost = host == null ? null : last(readings, host);
            book.fire(
                    rule,
                    host,
                    onHost == null ? summary(readings, thresholds) : AlertText.serverErrors(onHost),
                    onHost == null ? startedAt(rule, readings.getLast()) : onHost.since());
        } else if (!fires && open != null) {
            book.resolve(open, now, open.summary(), false);
        }
    }

    private static Group.@Nullable OnHost last(List<Reading> readings, String host) {
        return readings.stream()
                .flatMap(reading -> reading.on(host).stream())
                .reduce((_, last) -> last)
                .orElse(null);
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
