package dev.waybill.web.api;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.engine.catalog.InvalidField;
import dev.waybill.engine.catalog.PolicyReader;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Reads the field `retry_policy` of endpoints and event types: the name of a policy, or one
/// inline.
final class PolicyInput {

    private PolicyInput() {}

    static Update<PolicyChoice> choice(JsonInput input) {
        if (!(input.node(PolicyChoice.FIELD) instanceof Update.To(ObjectNode inline))) {
            return input.text(PolicyChoice.FIELD).map(PolicyChoice.Named::new);
        }
        try {
            return Update.to(new PolicyChoice.Inline(new PolicyReader(inline).read()));
        } catch (InvalidField e) {
            input.violations().add(violation(e));
            return Update.keep();
        }
    }

    private static Violation violation(InvalidField e) {
        List<String> path = new ArrayList<>(List.of(PolicyChoice.FIELD));
        path.addAll(Arrays.asList(e.pointer().substring(1).split("/", -1)));
        return new Violation(
                path, e.isUnknown() ? Violation.Code.UNKNOWN : Violation.Code.FORMAT, e.detail());
    }
}
