package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Caller;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The dead letters that a command applies to: deliveries by id, or all that match a filter. A
/// valid command has exactly one of the two.
public record DeadLetterSelection(
        Caller caller, @Nullable List<UUID> deliveryIds, @Nullable Filter filter) {

    /// A filter with the app that it names.
    ///
    /// @param app the uid or id of an app; null for all apps that the caller can see
    /// @param cause the cause as the caller wrote it
    /// @param criteria the filter as the caller wrote it, for the audit log
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
