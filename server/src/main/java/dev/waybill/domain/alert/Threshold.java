package dev.waybill.domain.alert;

import static dev.waybill.domain.alert.AlertRule.ENDPOINT_CLIENT_ERRORS;
import static dev.waybill.domain.alert.AlertRule.ENDPOINT_FAILING;
import static dev.waybill.domain.alert.AlertRule.SERVICE_BACKLOG;
import static dev.waybill.domain.alert.AlertRule.SERVICE_DEAD_LETTERS;
import static dev.waybill.domain.alert.AlertRule.SERVICE_SERVER_ERRORS;
import static dev.waybill.domain.alert.AlertRule.SERVICE_STALLED;

import dev.waybill.domain.command.WholeRange;

/// A number of a rule that operators can change, with its default and range.
public enum Threshold {
    FIRST_MINUTES(
            ENDPOINT_FAILING, "first_minutes", 60, 10, 1_440, "minutes of failure until it fires"),
    SECOND_MINUTES(
            ENDPOINT_FAILING,
            "second_minutes",
            1_440,
            20,
            4_320,
            "minutes of failure until it rises to the second level"),
    EXPIRING_MINUTES(
            ENDPOINT_FAILING,
            "expiring_minutes",
            720,
            10,
            2_880,
            "minutes before the first delivery gives up"),
    CLIENT_ERRORS(
            ENDPOINT_CLIENT_ERRORS,
            "attempts",
            20,
            ClientErrors.COUNTED_MIN,
            100_000,
            "attempts answered with 4xx within five minutes"),
    CLIENT_ERROR_PERCENT(
            ENDPOINT_CLIENT_ERRORS, "percent", 50, 1, 100, "their share of all attempts"),
    DEAD_LETTERS_PER_MINUTE(
            SERVICE_DEAD_LETTERS, "per_minute", 60, 1, 1_000_000, "dead letters a minute"),
    DEAD_LETTER_MINUTES(
            SERVICE_DEAD_LETTERS, "minutes", 10, 5, 60, "minutes for which the rate lasts"),
    FAILING_ENDPOINTS(
            SERVICE_SERVER_ERRORS, "endpoints", 20, 2, 100_000, "endpoints that fail together"),
    FAILING_HOSTS(SERVICE_SERVER_ERRORS, "hosts", 5, 1, 1_000, "different hosts among them"),
    FAILING_PERCENT(
            SERVICE_SERVER_ERRORS, "percent", 5, 1, 100, "their share of all active endpoints"),
    FAILING_ON_ONE_HOST(
            SERVICE_SERVER_ERRORS,
            "on_one_host",
            20,
            Group.OnHost.COUNTED_MIN,
            100_000,
            "endpoints of one host that fail together"),
    BACKLOG_MINUTES(SERVICE_BACKLOG, "minutes", 15, 5, 120, "minutes for which the age grows"),
    BACKLOG_OLDEST_MINUTES(
            SERVICE_BACKLOG, "oldest_minutes", 10, 1, 1_440, "the age of the oldest due delivery"),
    STALLED_MINUTES(SERVICE_STALLED, "minutes", 2, 1, 60, "minutes for which the condition lasts");

    private final AlertRule rule;
    private final String code;
    private final int byDefault;
    private final int min;
    private final int max;
    private final String meaning;

    Threshold(AlertRule rule, String code, int byDefault, int min, int max, String meaning) {
        this.rule = rule;
        this.code = code;
        this.byDefault = byDefault;
        this.min = min;
        this.max = max;
        this.meaning = meaning;
    }

    public AlertRule rule() {
        return rule;
    }

    /// The name in the API, unique within the rule.
    public String code() {
        return code;
    }

    public int byDefault() {
        return byDefault;
    }

    public WholeRange range() {
        return new WholeRange(min, max);
    }

    public String meaning() {
        return meaning;
    }
}
