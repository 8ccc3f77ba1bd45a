package dev.waybill.engine.catalog;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The policies and event types of a moment, in memory: capture asks it for every event, and a
/// question is a look-up in a map.
public final class Catalog {

    public static final Catalog EMPTY = new Catalog(Map.of(), Map.of());

    private final Map<String, RetryPolicy> policies;
    private final Map<String, TypeRules> types;
    private final ConcurrentHashMap<String, RetryPolicy> inline = new ConcurrentHashMap<>();

    Catalog(Map<String, RetryPolicy> policies, Map<String, TypeRules> types) {
        this.policies = Map.copyOf(policies);
        this.types = Map.copyOf(types);
    }

    /// What an endpoint's or event type's choice stands for now; null if it made none, or if there
    /// is no such policy any more.
    ///
    /// @param choice a name, or a policy written out
    public @Nullable RetryPolicy policy(@Nullable String choice) {
        if (choice == null) {
            return null;
        }
        if (PolicyJson.isInline(choice)) {
            return inline.computeIfAbsent(choice, Catalog::parsed);
        }
        return RetryPolicies.named(choice).orElseGet(() -> policies.get(choice));
    }

    /// What is laid down about a type; null if nothing is.
    public @Nullable TypeRules rules(String eventType) {
        return types.get(eventType);
    }

    /// The terms of a delivery that is about to be made.
    ///
    /// @param from when it may be attempted first: now, or later if it was put off
    public Terms terms(
            String eventType,
            @Nullable Instant expiresAt,
            Endpoint endpoint,
            Instant from,
            Instant now) {
        var rules = rules(eventType);
        var policy =
                RetryPolicies.choose(
                        from,
                        expiresAt,
                        policy(endpoint.retryPolicy()),
                        rules == null ? null : policy(rules.policyChoice()),
                        endpoint.mode());
        long pausedMillis = endpoint.standing().pausedTotalAt(now).toMillis();
        return new Terms(
                policy,
                rules == null ? null : rules.attemptsMax(),
                from.plus(policy.window()),
                pausedMillis == 0 ? null : (Long) pausedMillis);
    }

    /// What is to be said about an event's data, anew only if it was not said by the same rules.
    ///
    /// @param before what was said when it came in
    public SchemaCheck assess(String eventType, byte[] data, @Nullable SchemaCheck before) {
        var rules = types.get(eventType);
        if (rules == null) {
            return SchemaCheck.NO_RULES;
        }
        return before != null && before.rules() == rules ? before : rules.assess(data);
    }

    private static RetryPolicy parsed(String text) {
        var spec = PolicyJson.read(text);
        return spec.policy(PolicyJson.inlineKey(spec));
    }
}
