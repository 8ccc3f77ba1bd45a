package dev.waybill.engine.catalog;

import dev.waybill.domain.Timestamps;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;

/// The rules of an event type that capture needs. The object stays the same until the rules change,
/// so that a check by it can be recognized as current.
public final class TypeRules {

    /// The rules as stored.
    ///
    /// @param schema null unless events are validated by it
    record Source(
            @Nullable Integer ttlSeconds,
            @Nullable String expiresAtPointer,
            @Nullable Integer attemptsMax,
            @Nullable String retryPolicy,
            @Nullable String schema) {}

    private static final JsonMapper MAPPER = new JsonMapper();

    private static final Logger LOG = LoggerFactory.getLogger(TypeRules.class);

    private final Source source;
    private final @Nullable JsonPointer pointer;

    /// The result for all events whose data is not parsed.
    private final SchemaCheck withoutLook = new SchemaCheck(this, null, List.of());

    private volatile @Nullable PayloadSchema compiled;

    TypeRules(Source source) {
        this.source = source;
        this.pointer =
                source.expiresAtPointer == null
                        ? null
                        : JsonPointer.compile(source.expiresAtPointer);
    }

    Source source() {
        return source;
    }

    public @Nullable Integer attemptsMax() {
        return source.attemptsMax;
    }

    /// The name of a policy, or a policy as JSON.
    public @Nullable String policyChoice() {
        return source.retryPolicy;
    }

    /// Whether the data of an event must be parsed for these rules.
    public boolean lookIntoData() {
        return pointer != null || source.schema != null;
    }

    SchemaCheck assess(byte[] data) {
        if (!lookIntoData()) {
            return withoutLook;
        }
        JsonNode value;
        try {
            value = MAPPER.readTree(data);
        } catch (JacksonException e) {
            return new SchemaCheck(
                    this, null, List.of(new SchemaViolation("", "The value could not be read.")));
        }
        var violations =
                source.schema == null
                        ? List.<SchemaViolation>of()
                        : schema(source.schema).judge(value);
        return new SchemaCheck(this, expiryIn(value), violations);
    }

    @Nullable Instant expiryOf(Instant createdAt) {
        if (source.ttlSeconds == null) {
            return null;
        }
        var expiry = createdAt.plusSeconds(source.ttlSeconds);
        return expiry.isAfter(Timestamps.LATEST) ? Timestamps.LATEST : expiry;
    }

    /// A time with an offset, or Unix seconds. Any other value counts as absent: a mistake of the
    /// producer must not lose the event.
    private @Nullable Instant expiryIn(JsonNode value) {
        if (pointer == null) {
            return null;
        }
        var found = value.at(pointer);
        if (found.isString()) {
            return Timestamps.parse(found.stringValue()).orElse(null);
        }
        boolean seconds =
                found.isIntegralNumber()
                        && found.canConvertToLong()
                        && found.longValue() > 0
                        && found.longValue() <= Timestamps.LATEST.getEpochSecond();
        return seconds ? Instant.ofEpochSecond(found.longValue()) : null;
    }

    /// Compiled when it is first needed, so that a start does not wait for a thousand schemas. A
    /// schema that only a newer version can compile must not block events: it accepts all.
    private PayloadSchema schema(String text) {
        var known = compiled;
        if (known == null) {
            try {
                known = PayloadSchema.of(MAPPER.readTree(text));
            } catch (IllegalArgumentException e) {
                LOG.error("a schema that was accepted cannot be used", e);
                known = PayloadSchema.of(BooleanNode.TRUE);
            }
            compiled = known;
        }
        return known;
    }
}
