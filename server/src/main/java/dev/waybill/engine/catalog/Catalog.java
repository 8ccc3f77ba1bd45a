package dev.waybill.engine.catalog;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The retry policies and event types of a version, in memory. Capture uses it for every event; a
/// query is a map lookup.
public final class Catalog {

    public static final Catalog EMPTY = new Catalog(Map.of(), Map.of());

    private final Map<String, RetryPolicy> policies;
    private final Map<String, TypeRules> types;
    private final ConcurrentHashMap<String, RetryPolicy> inline = new ConcurrentHashMap<>();

    Catalog(Map<String, RetryPolicy> policies, Map<String, TypeRules> types) {
        this.policies = Map.copyOf(policies);
        this.types = Map.copyOf(types);
    }

    /// The policy that an endpoint or event type refers to; null if it refers to none, or the
    /// policy does not exist any more.
    ///
    /// @param choice a name, or a policy as JSON
    public @Nullable RetryPolicy policy(@Nullable String choice) {
        if (choice == null) {
            return null;
        }
        if (PolicyJson.isInline(choice)) {
            return inline.computeIfAbsent(choice, Catalog::parsed);
        }
        return RetryPolicies.named(choice).orElseGet(() -> policies.get(choice));
    }

    /// The rules of a type; null if it has none.
    public @Nullable TypeRules rules(String eventType) {
        return types.get(eventType);
    }

    /// The terms of a delivery to be created.
    ///
    /// @param from the time of the first attempt: now, or later if it is delayed
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

    /// Checks the data of an event, unless it was already checked by the same rules.
    ///
    /// @param before the result of the check on arrival
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
