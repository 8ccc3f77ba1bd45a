package dev.waybill.domain.access;

/// What a request needs to be allowed. Every route declares one.
public enum Right {
    /// See events, deliveries, endpoints and the catalogue.
    READ,
    /// Publish events.
    PUBLISH,
    /// Create, change and delete endpoints.
    CHANGE,
    /// Act on what is there: pause, resume, release, test.
    OPERATE,
    /// See who did what.
    AUDIT,
    /// Manage what belongs to one mode: its keys, and replays of everybody's deliveries.
    ADMINISTER,
    /// Manage what both modes share: apps, event types, retry policies, the portal's look and
    /// users. A key of the test mode does not have it, whatever its role.
    ADMINISTER_SHARED
}
