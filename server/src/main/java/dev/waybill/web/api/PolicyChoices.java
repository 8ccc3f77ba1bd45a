package dev.waybill.web.api;

import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.catalog.InvalidField;
import dev.waybill.engine.catalog.PolicyReader;
import dev.waybill.feature.retrypolicies.Policies;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The field `retry_policy` of endpoints and event types: the name of a policy, or one inline.
public final class PolicyChoices {

    private static final String FIELD = "retry_policy";
    private static final int NAME_LENGTH_MAX = 64;

    private final Policies policies;

    public PolicyChoices(Policies policies) {
        this.policies = policies;
    }

    /// The choice as it is stored; empty if it is absent or null.
    Optional<String> of(Fields fields) {
        if (fields.node(FIELD).orElse(null) instanceof ObjectNode inline) {
            return Optional.of(policies.keep(read(inline, "/" + FIELD)));
        }
        var name = fields.text(FIELD, NAME_LENGTH_MAX);
        name.ifPresent(this::requireKnown);
        return name;
    }

    private void requireKnown(String name) {
        if (!RetryPolicies.NAMED.containsKey(name) && policies.find(name).isEmpty()) {
            throw Problem.invalid(
                    "/" + FIELD,
                    "retry_policy must be a policy, inline, or the name of one: "
                            + String.join(", ", RetryPolicies.NAMED.keySet())
                            + ", or one of your own under /v1/retry_policies.");
        }
    }

    /// Reads a policy that lies at this place in a request.
    static PolicySpec read(ObjectNode json, String place) {
        try {
            return new PolicyReader(json).read();
        } catch (InvalidField e) {
            throw problem(e).under(place);
        }
    }

    static Problem problem(InvalidField e) {
        return Problem.at(
                e.isUnknown() ? ProblemType.UNKNOWN_FIELD : ProblemType.INVALID,
                e.pointer(),
                e.detail());
    }
}
