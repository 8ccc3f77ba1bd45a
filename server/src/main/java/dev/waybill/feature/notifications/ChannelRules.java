package dev.waybill.feature.notifications;

import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.EmailAddress;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules for channels.
public final class ChannelRules {

    public static final int NAME_LENGTH_MAX = 200;
    public static final int ADDRESSES_MAX = 20;
    static final int COUNT_MAX = 100;

    /// PagerDuty's keys have 32 characters.
    static final int ROUTING_KEY_LENGTH_MAX = 100;

    public static final Choice<Severity> SEVERITY =
            new Choice<>(Severity::of, "warning or critical");

    private ChannelRules() {}

    static void check(CreateChannel command, Violations violations) {
        var kind = command.kind();
        if (kind == null) {
            violations.add("kind", Violation.Code.REQUIRED, "{} is required.");
            return;
        }
        checkName(command.name(), violations);
        if (kind == ChannelKind.EMAIL) {
            checkAddresses(command.addresses(), violations);
        } else if (!command.addresses().isEmpty()) {
            refuse("addresses", kind, violations);
        }
        if (kind == ChannelKind.SLACK && command.url() == null) {
            violations.add("url", Violation.Code.REQUIRED, "{} is required for kind slack.");
        }
        if (!kind.hasSecret() && command.url() != null) {
            refuse("url", kind, violations);
        }
        if (kind == ChannelKind.PAGERDUTY) {
            checkRoutingKey(command.routingKey(), violations);
        } else if (command.routingKey() != null) {
            refuse("routing_key", kind, violations);
        }
    }

    static void check(ChangeChannel command, ChannelKind kind, Violations violations) {
        checkName(command.name().orNull(), violations);
        if (command.addresses().isGiven()) {
            if (kind == ChannelKind.EMAIL) {
                checkAddresses(command.addresses().value().orElse(List.of()), violations);
            } else {
                refuse("addresses", kind, violations);
            }
        }
    }

    private static void checkName(@Nullable String name, Violations violations) {
        violations.checkText("name", name, NAME_LENGTH_MAX);
        if (name != null && name.isBlank()) {
            violations.add("name", Violation.Code.REQUIRED, "{} must not be empty.");
        }
    }

    private static void checkAddresses(List<String> addresses, Violations violations) {
        if (addresses.isEmpty()) {
            violations.add("addresses", Violation.Code.REQUIRED, "{} is required for kind email.");
        }
        violations.checkCount("addresses", addresses, ADDRESSES_MAX);
        for (int i = 0; i < addresses.size(); i++) {
            if (!EmailAddress.isPlain(addresses.get(i))) {
                violations.add(
                        Violation.in(
                                "addresses",
                                Integer.toString(i),
                                Violation.Code.FORMAT,
                                "{} must be plain e-mail addresses, such as ops@example.com."));
            }
        }
    }

    private static void checkRoutingKey(@Nullable String key, Violations violations) {
        if (key == null) {
            violations.add(
                    "routing_key", Violation.Code.REQUIRED, "{} is required for kind pagerduty.");
        } else if (!key.matches("[A-Za-z0-9_-]{8," + ROUTING_KEY_LENGTH_MAX + "}")) {
            violations.add(
                    "routing_key",
                    Violation.Code.FORMAT,
                    "{} must be the integration key of a PagerDuty service.");
        }
    }

    private static void refuse(String field, ChannelKind kind, Violations violations) {
        violations.add(
                field,
                Violation.Code.REFUSED,
                "{} is not for channels of kind " + kind.code() + ".");
    }
}
