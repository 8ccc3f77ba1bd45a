package dev.waybill.engine.catalog;

import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.retry.PolicyDraft;
import dev.waybill.domain.retry.PolicyRules;
import dev.waybill.domain.retry.PolicySpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads a retry policy from JSON. An unknown field or a value of the wrong type becomes a
/// violation with its place. The field then counts as absent.
public final class PolicyReader {

    private static final List<String> FIELDS =
            List.of(
                    "name",
                    "kind",
                    "offsets_seconds",
                    "waits_seconds",
                    "base_seconds",
                    "factor",
                    "cap_seconds",
                    "max_attempts",
                    "jitter",
                    "jitter_ratio",
                    "window_seconds");

    /// Longer numbers are out of range, and expensive to compute with.
    private static final int NUMBER_LENGTH_MAX = 20;

    private final ObjectNode json;
    private final Violations violations;

    private PolicyReader(ObjectNode json, Violations violations) {
        this.json = json;
        this.violations = violations;
    }

    /// The policy in a JSON object; empty if it breaks a rule.
    ///
    /// @param violations collects every broken rule of this policy; it must be empty
    public static Optional<PolicySpec> read(ObjectNode json, Violations violations) {
        return PolicyRules.check(draft(json, violations), violations);
    }

    /// The policy in a JSON object, with every value of the wrong type as a violation.
    public static PolicyDraft draft(ObjectNode json, Violations violations) {
        return new PolicyReader(json, violations).draft();
    }

    private PolicyDraft draft() {
        for (var name : json.propertyNames()) {
            if (!FIELDS.contains(name)) {
                violations.add(
                        name,
                        Violation.Code.UNKNOWN,
                        "There is no field "
                                + name
                                + " in a retry policy; known fields are "
                                + String.join(", ", FIELDS)
                                + ".");
            }
        }
        return new PolicyDraft(
                text("name"),
                choice("kind", PolicyRules.KIND),
                list("offsets_seconds"),
                list("waits_seconds"),
                new PolicyDraft.Backoff(
                        seconds("base_seconds"),
                        decimal("factor", PolicyRules.FACTOR),
                        seconds("cap_seconds")),
                attempts(),
                choice("jitter", PolicyRules.JITTER),
                decimal("jitter_ratio", PolicyRules.JITTER_RATIO),
                seconds("window_seconds"));
    }

    private Update<String> text(String name) {
        return read(
                name,
                node -> node.isString() ? Optional.of(node.stringValue()) : Optional.empty(),
                notText(name));
    }

    private <T> Update<T> choice(String name, Choice<T> choice) {
        return read(
                name,
                node -> node.isString() ? choice.of(node.stringValue()) : Optional.empty(),
                json.path(name).isString() ? choice.violation(name) : notText(name));
    }

    private static Violation notText(String name) {
        return Violation.of(name, Violation.Code.TYPE, "{} must be a string.");
    }

    private Update<Integer> attempts() {
        return read(
                "max_attempts",
                node ->
                        node.isIntegralNumber() && node.canConvertToInt()
                                ? Optional.of(node.intValue())
                                : Optional.empty(),
                PolicyRules.ATTEMPTS.violation("max_attempts"));
    }

    private Update<Double> decimal(String name, DecimalRange range) {
        return read(
                name,
                node -> node.isNumber() ? Optional.of(node.doubleValue()) : Optional.empty(),
                range.violation(name));
    }

    private Update<BigDecimal> seconds(String name) {
        return read(name, PolicyReader::number, PolicyRules.secondsViolation(name));
    }

    private Update<List<BigDecimal>> list(String name) {
        return read(
                name,
                node -> node.isArray() ? Optional.of(numbers(name, node)) : Optional.empty(),
                PolicyRules.listViolation(name));
    }

    private List<BigDecimal> numbers(String name, JsonNode array) {
        var numbers = new ArrayList<BigDecimal>();
        for (var item : array) {
            var number = number(item);
            if (number.isEmpty()) {
                violations.add(PolicyRules.secondsViolation(name, numbers.size()));
            }
            numbers.add(number.orElse(BigDecimal.ZERO));
        }
        return numbers;
    }

    private static Optional<BigDecimal> number(JsonNode node) {
        return node.isNumber() && node.asString().length() <= NUMBER_LENGTH_MAX
                ? Optional.of(node.decimalValue())
                : Optional.empty();
    }

    private <T> Update<T> read(
            String name, Function<JsonNode, Optional<T>> reader, Violation otherwise) {
        return violations.parse(given(name), reader, otherwise);
    }

    private Update<JsonNode> given(String name) {
        var node = json.get(name);
        if (node == null) {
            return Update.keep();
        }
        return node.isNull() ? Update.reset() : Update.to(node);
    }
}
