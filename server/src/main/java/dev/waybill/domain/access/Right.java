package dev.waybill.domain.access;

/// The right that a request needs. Every route declares one.
public enum Right {
    /// See events, deliveries, endpoints and the catalog.
    READ,
    /// See the metrics and the status of the whole service, which no customer may.
    MONITOR,
    /// Publish events.
    PUBLISH,
    /// Create, change and delete endpoints.
    CHANGE,
    /// Act on existing objects: pause, resume, release, test.
    OPERATE,
    /// See the audit log.
    AUDIT,
    /// See the rules of alerts and the channels, and take care of alerts.
    SUPERVISE,
    /// Manage the objects of one mode: its keys, and replays for all apps.
    ADMINISTER,
    /// Manage the objects that both modes share: apps, event types, retry policies, branding of the
    /// portal and users. A key of the test mode never has it.
    ADMINISTER_SHARED
}
