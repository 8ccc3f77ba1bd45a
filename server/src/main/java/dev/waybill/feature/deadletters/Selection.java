package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Scope;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The dead letters of a request.
public sealed interface Selection {

    /// Deliveries by id. If one of them is not a dead letter, nothing is changed.
    record These(List<UUID> ids, Scope scope) implements Selection {

        public These {
            ids = List.copyOf(ids);
        }
    }

    /// All dead letters that match a filter at the time of the request.
    ///
    /// @param criteria the filter as the caller wrote it, for the audit log
    record Matching(DeadLetterFilter filter, Scope scope, ObjectNode criteria)
            implements Selection {}
}
