package dev.waybill.client;

/// The result of one event of a batch, whose other events do not depend on it.
public sealed interface PublishResult {

    /// The event and its deliveries are committed.
    ///
    /// @param repeated whether an earlier publish of the same event had stored it
    record Published(String id, boolean repeated) implements PublishResult {}

    /// The event was not stored, and would be refused again.
    record Refused(Problem problem) implements PublishResult {}
}
