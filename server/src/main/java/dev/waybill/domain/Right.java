package dev.waybill.domain;

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
    /// Lay down what holds for everybody: keys, apps, policies, event types.
    ADMINISTER
}
