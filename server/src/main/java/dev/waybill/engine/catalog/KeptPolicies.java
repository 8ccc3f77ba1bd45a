package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The policies that deliveries refer to, by their keys. A key never changes its meaning, so each
/// is fetched once.
public final class KeptPolicies {

    /// Many more than are in use at a time. Above this they are fetched again.
    private static final int REMEMBERED_MAX = 10_000;

    private final CatalogStore store = new CatalogStore();
    private final ConcurrentHashMap<String, RetryPolicy> remembered = new ConcurrentHashMap<>();

    /// The policies of these keys: without a statement if all are known, otherwise with one for
    /// all. A key that only a newer version can read must not block the others, and gets the
    /// default.
    public Map<String, RetryPolicy> of(Connection connection, Set<String> keys)
            throws SQLException {
        var policies = new HashMap<String, RetryPolicy>();
        var unknown = new HashSet<String>();
        for (var key : keys) {
            var policy = RetryPolicies.named(key).orElseGet(() -> remembered.get(key));
            if (policy == null) {
                unknown.add(key);
            } else {
                policies.put(key, policy);
            }
        }
        if (!unknown.isEmpty()) {
            for (var policy : store.policiesByKey(connection, List.copyOf(unknown))) {
                policies.put(policy.name(), policy);
                if (remembered.size() < REMEMBERED_MAX) {
                    remembered.put(policy.name(), policy);
                }
            }
            unknown.forEach(key -> policies.putIfAbsent(key, RetryPolicies.LIVE));
        }
        return policies;
    }
}
