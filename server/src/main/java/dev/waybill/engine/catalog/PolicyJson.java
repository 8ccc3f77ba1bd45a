package dev.waybill.engine.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import dev.waybill.domain.retry.Schedule;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Retry policies as JSON, for the API and the database.
public final class PolicyJson {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyJson.class);

    private static final JsonMapper MAPPER = new JsonMapper();

    /// Deliveries refer to an inline policy by this prefix and a digest of it. No other name may
    /// begin with it.
    static final String INLINE = "inline-";

    private static final int DIGEST_BYTES = 16;

    private PolicyJson() {}

    /// The policy with all defaults, in a fixed order: equal policies have equal texts.
    public static ObjectNode write(PolicySpec spec) {
        var json = MAPPER.createObjectNode();
        if (spec.name() != null) {
            json.put("name", spec.name());
        }
        switch (spec.schedule()) {
            case Schedule.Offsets(var offsets) ->
                    seconds(json.put("kind", "list").putArray("offsets_seconds"), offsets);
            case Schedule.Waits(var waits) ->
                    seconds(json.put("kind", "list").putArray("waits_seconds"), waits);
            case Schedule.Exponential(var base, double factor, var cap) -> {
                json.put("kind", "exponential");
                json.set("base_seconds", seconds(base));
                json.set("factor", number(BigDecimal.valueOf(factor)));
                json.set("cap_seconds", seconds(cap));
            }
        }
        json.put("max_attempts", spec.attemptsMax());
        json.put("jitter", spec.spread().code());
        switch (spec.spread()) {
            case PROPORTIONAL, ADDITIVE ->
                    json.set("jitter_ratio", number(BigDecimal.valueOf(spec.ratio())));
            case NONE, FULL -> {
                // No jitter and full jitter have no ratio.
            }
        }
        json.set("window_seconds", seconds(spec.window()));
        return json;
    }

    /// Reads a stored policy.
    public static PolicySpec read(String text) {
        return new PolicyReader((ObjectNode) MAPPER.readTree(text)).read();
    }

    /// Reads the policy that is stored under this key; empty if only a newer version of Waybill can
    /// read it, which must not block other deliveries.
    static Optional<RetryPolicy> kept(String key, String text) {
        try {
            return Optional.of(read(text).policy(key));
        } catch (InvalidField | IllegalArgumentException e) {
            LOG.error("a retry policy cannot be read, key={}", key, e);
            return Optional.empty();
        }
    }

    /// The key by which deliveries refer to an inline policy: always the same for the same content.
    public static String inlineKey(PolicySpec spec) {
        return INLINE + digest(spec);
    }

    /// The same for policies of the same content, and for no others.
    public static String digest(PolicySpec spec) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var hash = digest.digest(write(spec).toString().getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /// Whether an endpoint or event type refers to an inline policy instead of a name.
    static boolean isInline(String choice) {
        return choice.startsWith("{");
    }

    /// The reference as the API shows it: a name, or the whole policy.
    public static @Nullable JsonNode choice(@Nullable String choice) {
        if (choice == null) {
            return null;
        }
        return isInline(choice) ? write(read(choice)) : MAPPER.getNodeFactory().stringNode(choice);
    }

    /// Whether a built-in policy has this name.
    public static boolean isBuiltIn(String name) {
        return RetryPolicies.named(name).isPresent();
    }

    private static void seconds(ArrayNode array, List<Duration> durations) {
        durations.forEach(duration -> array.add(seconds(duration)));
    }

    /// As an integer, if it is one.
    public static JsonNode seconds(Duration duration) {
        return number(BigDecimal.valueOf(duration.toMillis(), 3));
    }

    private static JsonNode number(BigDecimal value) {
        var plain = value.stripTrailingZeros();
        var nodes = MAPPER.getNodeFactory();
        return plain.scale() <= 0
                ? nodes.numberNode(plain.longValueExact())
                : nodes.numberNode(plain);
    }
}
