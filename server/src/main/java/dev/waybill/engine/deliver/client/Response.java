package dev.waybill.engine.deliver.client;

import org.jspecify.annotations.Nullable;

/// An answer as it came.
///
/// @param headers what was kept of them
/// @param clean it ended where it said it would, and nothing came after it
record Response(
        int status,
        @Nullable String retryAfter,
        byte @Nullable [] headers,
        byte @Nullable [] excerpt,
        boolean clean) {}
