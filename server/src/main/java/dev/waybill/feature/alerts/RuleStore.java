package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Threshold;
import dev.waybill.domain.alert.Thresholds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes the rules that were changed.
final class RuleStore {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String ALL =
            """
            SELECT rule, enabled, thresholds, updated_at
              FROM alert_rule
            """;

    /// Every rule, with its defaults if it was not changed.
    Map<AlertRule, RuleSetting> all(Handle handle) {
        var settings = new EnumMap<AlertRule, RuleSetting>(AlertRule.class);
        for (var rule : AlertRule.values()) {
            settings.put(rule, RuleSetting.byDefault(rule));
        }
        handle.createQuery(ALL)
                .map((row, _) -> {
                    // A rule of another version of Waybill is left alone.
                    AlertRule.of(row.getString("rule"))
                            .ifPresent(rule -> settings.put(rule, read(row, rule)));
                    return true;
                })
                .list();
        return settings;
    }

    private static RuleSetting read(ResultSet row, AlertRule rule) {
        try {
            var json = JSON.readTree(row.getString("thresholds"));
            var thresholds = Thresholds.defaults(rule);
            for (Threshold threshold : rule.thresholds()) {
                var value = json.get(threshold.code());
                if (value != null) {
                    thresholds = thresholds.with(threshold, value.intValue());
                }
            }
            return new RuleSetting(
                    row.getBoolean("enabled"),
                    thresholds,
                    row.getTimestamp("updated_at").toInstant());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final String LOCK =
            """
            SELECT pg_advisory_xact_lock(hashtext('alert_rule'))
            """;

    void lock(Handle tx) {
        tx.execute(LOCK);
    }

    private static final String PUT =
            """
            INSERT INTO alert_rule (rule, enabled, thresholds, updated_at)
            VALUES (:rule, :enabled, CAST(:thresholds AS jsonb), :now)
                ON CONFLICT (rule) DO UPDATE
               SET enabled = excluded.enabled,
                   thresholds = excluded.thresholds,
                   updated_at = excluded.updated_at
            """;

    void put(Handle tx, RuleSetting setting, Instant now) {
        var json = JSON.createObjectNode();
        setting.thresholds()
                .changed()
                .forEach((threshold, value) -> json.put(threshold.code(), value));
        tx.createUpdate(PUT)
                .bind("rule", setting.rule().code())
                .bind("enabled", setting.enabled())
                .bind("thresholds", json.toString())
                .bind("now", now)
                .execute();
    }
}
