package dev.waybill.web.dashboard.settings;

import dev.waybill.web.site.Choices;
import java.util.Map;

/// The options of forms: the value that is sent, and its label.
public final class SettingChoices {

    public static final Map<String, String> ROLES =
            Choices.of(
                    "viewer",
                    "Viewer",
                    "producer",
                    "Producer",
                    "operator",
                    "Operator",
                    "app",
                    "App",
                    "admin",
                    "Admin");

    public static final Map<String, String> PERSON_ROLES =
            Choices.of("viewer", "Viewer", "operator", "Operator", "admin", "Admin");

    public static final Map<String, String> MODES = Choices.of("live", "Live", "test", "Test");

    public static final Map<String, String> TEST_MODE = Choices.of("test", "Test");

    public static final Map<String, String> SCHEDULES =
            Choices.of(
                    "offsets",
                    "Times since the first attempt",
                    "waits",
                    "Waits between attempts",
                    "exponential",
                    "Exponential waits");

    public static final Map<String, String> JITTERS =
            Choices.of(
                    "none",
                    "None",
                    "proportional",
                    "Proportional: up to a part of the wait more",
                    "additive",
                    "Additive: up to a part of the first wait more",
                    "full",
                    "Full: anywhere within the wait");

    public static final Map<String, String> CHANNELS =
            Choices.of(
                    "email",
                    "Mail",
                    "slack",
                    "Slack, or a compatible webhook",
                    "pagerduty",
                    "PagerDuty",
                    "webhook",
                    "Events of the app platform",
                    "log",
                    "Log");

    public static final Map<String, String> SEVERITIES =
            Choices.of("warning", "Warning: all alerts", "critical", "Critical");

    public static final Map<String, String> ON_OFF = Choices.of("true", "On", "false", "Off");

    private SettingChoices() {}
}
