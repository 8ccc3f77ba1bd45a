package dev.waybill.engine.routing;

import dev.waybill.domain.access.Mode;

/// A change that has not been published to the platform, with the data of its endpoint.
///
/// @param app its uid
public record PendingNotification(StateChange change, String app, Mode mode, String url) {}
