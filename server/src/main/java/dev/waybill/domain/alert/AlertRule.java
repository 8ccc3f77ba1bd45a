package dev.waybill.domain.alert;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The rules by which alerts fire. A rule is about one endpoint or about the whole service, never
/// about one event.
public enum AlertRule {
    ENDPOINT_FAILING(
            "endpoint.failing",
            Severity.WARNING,
            "All attempts of an endpoint fail for a time. The alert rises when the failure lasts,"
                    + " shortly before deliveries give up, and when deliveries were lost."),
    ENDPOINT_DISABLED(
            "endpoint.disabled",
            Severity.CRITICAL,
            "Waybill disabled or paused an endpoint because of its failures or its answer 410."),
    ENDPOINT_CLIENT_ERRORS(
            "endpoint.client_errors",
            Severity.WARNING,
            "An endpoint answers many attempts with 4xx within five minutes."),
    SERVICE_DEAD_LETTERS(
            "service.dead_letters",
            Severity.CRITICAL,
            "Dead letters of all endpoints grow faster than a rate."),
    SERVICE_SERVER_ERRORS(
            "service.server_errors",
            Severity.CRITICAL,
            "Many endpoints on many hosts, or on one, begin to fail with 5xx or without an answer"
                    + " at the same time."),
    SERVICE_BACKLOG(
            "service.backlog",
            Severity.CRITICAL,
            "The age of the oldest due deliveries to several hosts grows without a break."),
    SERVICE_STALLED(
            "service.stalled",
            Severity.CRITICAL,
            "Part of the service does no work: no capture or no attempt while there is work, a"
                    + " background job that does not run, missing partitions, little disk space, or"
                    + " a clock that differs from the database's.");

    private final String code;
    private final Severity severity;
    private final String description;

    AlertRule(String code, Severity severity, String description) {
        this.code = code;
        this.severity = severity;
        this.description = description;
    }

    /// The name in the API and in SQL.
    public String code() {
        return code;
    }

    public Severity severity() {
        return severity;
    }

    public String description() {
        return description;
    }

    /// Whether an alert of this rule belongs to one endpoint.
    public boolean isOfEndpoint() {
        return code.startsWith("endpoint.");
    }

    public List<Threshold> thresholds() {
        return Arrays.stream(Threshold.values())
                .filter(threshold -> threshold.rule() == this)
                .toList();
    }

    public static Optional<AlertRule> of(String code) {
        return Arrays.stream(values()).filter(rule -> rule.code.equals(code)).findFirst();
    }
}
