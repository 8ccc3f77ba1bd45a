package dev.waybill.web.site;

import dev.waybill.engine.catalog.CatalogType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// An event type as receivers see it.
///
/// @param life the time to live, as text
/// @param schema indented; null if there is none
/// @param example indented; null if there is none
public record TypeEntry(
        String name,
        String description,
        String guidance,
        String life,
        @Nullable String schema,
        @Nullable String example,
        boolean deprecated) {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    // A number is shown as it was written.
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    static TypeEntry of(CatalogType type) {
        return new TypeEntry(
                type.name(),
                SafeText.text(type.description()),
                SafeText.text(type.guidance()),
                life(type),
                laidOut(type.schema()),
                laidOut(type.example()),
                type.deprecated());
    }

    private static String life(CatalogType type) {
        var ttl = type.ttlSeconds();
        if (ttl != null) {
            return "Not sent later than "
                    + Format.span(Duration.ofSeconds(ttl))
                    + " after its creation, unless the event has another expiry. Check expires_at"
                    + " before you act on it.";
        }
        if (type.expiresAtPointer() != null) {
            return "Not sent later than data"
                    + type.expiresAtPointer()
                    + ". Check it before you act.";
        }
        return "Never expires, unless the event has an expires_at.";
    }

    private static @Nullable String laidOut(@Nullable String json) {
        return json == null
                ? null
                : SafeText.text(
                        JSON.writerWithDefaultPrettyPrinter()
                                .writeValueAsString(JSON.readTree(json)));
    }
}
