package dev.waybill;

import dev.waybill.Settings.Name;
import dev.waybill.infra.net.Cidr;
import dev.waybill.web.dashboard.settings.SettingLine;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// The settings that pages show, without secrets.
final class SettingLines {

    private SettingLines() {}

    static List<SettingLine> retention(Settings settings) {
        var kept = settings.retention();
        return List.of(
                line(settings, Name.RETENTION_EVENTS, days(kept.events())),
                line(settings, Name.RETENTION_DELIVERIES, days(kept.deliveries())),
                line(settings, Name.RETENTION_ATTEMPTS, days(kept.attempts())),
                line(settings, Name.RETENTION_DEAD_LETTERS, days(kept.deadLetters())),
                line(
                        settings,
                        Name.RETENTION_AUDIT,
                        kept.audit() == 0 ? "forever" : days(kept.audit())),
                line(settings, Name.ARCHIVE, settings.archiving().address()),
                line(settings, Name.ARCHIVE_ALL, yesOrNo(settings.archiving().all())));
    }

    static List<SettingLine> network(Settings settings) {
        var egress = settings.egress();
        return List.of(
                line(settings, Name.DEV, yesOrNo(settings.dev())),
                line(settings, Name.EGRESS_PORTS, egress.ports().toString()),
                line(settings, Name.EGRESS_ALLOW, list(egress.allow())),
                line(
                        settings,
                        Name.EGRESS_PROXY,
                        egress.proxy() == null ? "" : egress.proxy().toString()),
                line(settings, Name.TRUSTED_PROXIES, list(settings.trustedProxies())));
    }

    private static String list(List<Cidr> ranges) {
        return ranges.stream().map(Cidr::toString).collect(Collectors.joining(", "));
    }

    private static SettingLine line(Settings settings, Name name, String value) {
        var origin = Objects.requireNonNull(settings.origins().get(name));
        return new SettingLine(name.key(), value, origin.code(), name.variable(), name.purpose());
    }

    private static String days(int days) {
        return days + (days == 1 ? " day" : " days");
    }

    private static String yesOrNo(boolean value) {
        return value ? "yes" : "no";
    }
}
