package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.RetryPolicy;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads the part of the catalog that capture needs.
public final class CatalogStore {

    private static final String POLICIES =
            """
            SELECT name, key, spec
              FROM retry_policy
              JOIN retry_policy_revision ON key = revision
            """;

    private static Map<String, RetryPolicy> policies(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(POLICIES);
                var rows = statement.executeQuery()) {
            var policies = new HashMap<String, RetryPolicy>();
            while (rows.next()) {
                var name = rows.getString("name");
                PolicyJson.kept(rows.getString("key"), rows.getString("spec"))
                        .ifPresent(policy -> policies.put(name, policy));
            }
            return policies;
        }
    }

    private static final String POLICIES_BY_KEY =
            """
            SELECT key, spec
              FROM unnest(?::text[]) AS asked (key)
              JOIN retry_policy_revision USING (key)
            """;

    List<RetryPolicy> policiesByKey(Connection connection, List<String> keys) throws SQLException {
        try (var statement = connection.prepareStatement(POLICIES_BY_KEY)) {
            new SqlArrays(statement).texts(keys, key -> key);
            var policies = new ArrayList<RetryPolicy>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    PolicyJson.kept(rows.getString("key"), rows.getString("spec"))
                            .ifPresent(policies::add);
                }
            }
            return policies;
        }
    }

    private static final String TYPES =
            """
            SELECT name, ttl_seconds, expires_at_pointer, max_attempts, retry_policy,
                   CASE WHEN validate THEN schema END AS schema
              FROM event_type
            """;

    private static Map<String, TypeRules> types(Connection connection, Catalog before)
            throws SQLException {
        try (var statement = connection.prepareStatement(TYPES);
                var rows = statement.executeQuery()) {
            var types = new HashMap<String, TypeRules>();
            while (rows.next()) {
                var name = rows.getString("name");
                var source =
                        new TypeRules.Source(
                                rows.getObject("ttl_seconds", Integer.class),
                                rows.getString("expires_at_pointer"),
                                rows.getObject("max_attempts", Integer.class),
                                rows.getString("retry_policy"),
                                rows.getString("schema"));
                var known = before.rules(name);
                boolean same = known != null && known.source().equals(source);
                types.put(name, same && known != null ? known : new TypeRules(source));
            }
            return types;
        }
    }

    /// Reads everything. Rules that have not changed stay the same objects.
    public Catalog load(Connection connection, Catalog before) throws SQLException {
        return new Catalog(policies(connection), types(connection, before));
    }
}
