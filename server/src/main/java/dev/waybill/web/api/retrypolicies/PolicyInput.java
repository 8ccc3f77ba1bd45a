package dev.waybill.web.api.retrypolicies;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.catalog.PolicyReader;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import dev.waybill.web.api.JsonInput;
import tools.jackson.databind.node.ObjectNode;

/// Reads the field `retry_policy` of endpoints and event types: the name of a policy, or one
/// inline.
public final class PolicyInput {

    private PolicyInput() {}

    public static Update<PolicyChoice> choice(JsonInput input) {
        if (!(input.node(PolicyChoice.FIELD) instanceof Update.To(ObjectNode inline))) {
            return input.text(PolicyChoice.FIELD).map(PolicyChoice.Named::new);
        }
        var wrong = new Violations();
        var spec = PolicyReader.read(inline, wrong);
        input.violations().addUnder(PolicyChoice.FIELD, wrong);
        return spec.<Update<PolicyChoice>>map(valid -> Update.to(new PolicyChoice.Inline(valid)))
                .orElseGet(Update::keep);
    }
}
