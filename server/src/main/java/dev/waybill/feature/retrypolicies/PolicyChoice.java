package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;

/// The retry policy of an endpoint or event type: the name of a policy, or an inline policy.
public sealed interface PolicyChoice {

    String FIELD = "retry_policy";

    record Named(String name) implements PolicyChoice {}

    record Inline(PolicySpec spec) implements PolicyChoice {}

    /// Requires that a named policy exists.
    default void check(Policies policies, Violations violations) {
        if (this instanceof Named(var name)
                && !RetryPolicies.NAMED.containsKey(name)
                && policies.find(name).isEmpty()) {
            violations.add(
                    FIELD,
                    Violation.Code.MISSING,
                    "{} must be an inline policy or the name of a policy: "
                            + String.join(", ", RetryPolicies.NAMED.keySet())
                            + ", or one of your own under /v1/retry_policies.");
        }
    }

    /// The text that an endpoint or event type stores for this choice. Keeps an inline policy, so
    /// that its deliveries find it later.
    default String stored(Policies policies) {
        return switch (this) {
            case Named(var name) -> name;
            case Inline(var spec) -> policies.keep(spec);
        };
    }
}
