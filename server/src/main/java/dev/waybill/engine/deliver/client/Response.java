package dev.waybill.engine.deliver.client;

import org.jspecify.annotations.Nullable;

/// An answer as received.
///
/// @param headers those that were kept
/// @param clean whether every parser sees it end where we do, and nothing followed
record Response(
        int status,
        @Nullable String retryAfter,
        byte @Nullable [] headers,
        byte @Nullable [] excerpt,
        boolean clean) {}
