package dev.waybill.feature.eventtypes;

import dev.waybill.engine.catalog.CatalogType;
import org.jspecify.annotations.Nullable;

/// The settings of an event type about the `data` of its events, which one rule checks together.
///
/// @param schema as JSON text
/// @param validate whether a publish that violates the schema is refused
/// @param example as JSON text
record StoredPayload(@Nullable String schema, boolean validate, @Nullable String example) {

    static final StoredPayload NONE = new StoredPayload(null, false, null);

    static StoredPayload of(CatalogType type) {
        return new StoredPayload(type.schema(), type.validate(), type.example());
    }
}
