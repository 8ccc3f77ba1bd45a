package dev.waybill.web.http;

/// Whether the sender of a request is authenticated when the head has arrived. Memory for requests
/// is divided by it: see [MemoryBudget].
public enum Trust {

    /// No key, or one that is checked later, such as the session of a page.
    ANONYMOUS,

    /// A valid key.
    IDENTIFIED
}
