package dev.waybill.engine.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A kind of event as the platform describes it.
///
/// @param expiresAtPointer where `data` carries its own expiry, as a JSON pointer
/// @param attemptsMax caps whatever policy a delivery gets
/// @param retryPolicy a policy's name, or one written out
/// @param schema of `data`, as people wrote it
/// @param hidden whether customers are not told of it: it is not in the portal, nor in the public
///   catalogue
/// @param validate whether a publish that breaks the schema is refused
public record CatalogType(
        String name,
        String description,
        String guidance,
        @Nullable Integer ttlSeconds,
        @Nullable String expiresAtPointer,
        @Nullable Integer attemptsMax,
        @Nullable String retryPolicy,
        @Nullable String schema,
        boolean validate,
        @Nullable String example,
        boolean deprecated,
        boolean hidden,
        Instant createdAt,
        Instant updatedAt) {}
