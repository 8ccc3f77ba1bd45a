package dev.waybill.feature.redelivery;

import dev.waybill.domain.access.Caller;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Asks to cancel all pending deliveries that match a filter, or to plan it.
///
/// @param app the uid or id of an app; null for all apps that the caller can see
/// @param criteria the filter as the caller wrote it, for the audit log
/// @param reason for the audit log; null if none is given
public record CancelDeliveries(
        Caller caller,
        @Nullable String app,
        WaitingFilter filter,
        ObjectNode criteria,
        @Nullable String reason) {}
