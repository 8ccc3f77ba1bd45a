package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Scope;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// Which letters somebody means.
public sealed interface Selection {

    /// These and no others: if one of them is none, nothing is done.
    record These(List<UUID> ids, Scope scope) implements Selection {

        public These {
            ids = List.copyOf(ids);
        }
    }

    /// Whatever matches when it is asked.
    ///
    /// @param criteria the filter in the words of who asked, for the audit log
    record Matching(DeadLetterFilter filter, Scope scope, ObjectNode criteria)
            implements Selection {}
}
