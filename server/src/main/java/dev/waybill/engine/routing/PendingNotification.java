package dev.waybill.engine.routing;

import dev.waybill.domain.access.Mode;

/// A change that the platform has not been told of, with what there is to tell about its endpoint.
///
/// @param app its uid
public record PendingNotification(StateChange change, String app, Mode mode, String url) {}
