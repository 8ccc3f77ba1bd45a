package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Caller;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Which dead letters a command is about: deliveries by id, or those that match a filter. A valid
/// command has exactly one of the two.
public record DeadLetterSelection(
        Caller caller, @Nullable List<UUID> deliveryIds, @Nullable Filter filter) {

    /// A filter with the app that it names.
    ///
    /// @param app the uid or id of an app; null for all that the caller sees
    /// @param cause the cause in the words of the caller
    /// @param criteria the filter in the words of the caller, for the audit log
    public record Filter(
            @Nullable String app,
            @Nullable String cause,
            DeadLetterFilter letters,
            ObjectNode criteria) {

        boolean isNarrowed() {
            return app != null || letters.isNarrowed();
        }
    }

    public DeadLetterSelection {
        deliveryIds = deliveryIds == null ? null : List.copyOf(deliveryIds);
    }

    public static DeadLetterSelection of(Caller caller, UUID deliveryId) {
        return new DeadLetterSelection(caller, List.of(deliveryId), null);
    }
}
