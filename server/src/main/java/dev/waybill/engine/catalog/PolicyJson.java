package dev.waybill.engine.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.retry.PolicyDraft;
import dev.waybill.domain.retry.PolicyRules;
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
    ///
    /// @throws IllegalArgumentException if it violates a rule
    public static PolicySpec read(String text) {
        var violations = new Violations();
        var spec = PolicyReader.read((ObjectNode) MAPPER.readTree(text), violations);
        return spec.orElseThrow(() -> unreadable(violations));
    }

    /// Reads a stored draft.
    ///
    /// @throws IllegalArgumentException if it has an unknown field or a value of the wrong type
    public static PolicyDraft readDraft(String text) {
        var violations = new Violations();
        var draft = PolicyReader.draft((ObjectNode) MAPPER.readTree(text), violations);
        if (!violations.isEmpty()) {
            throw unreadable(violations);
        }
        return draft;
    }

    private static IllegalArgumentException unreadable(Violations violations) {
        var first = violations.all().getFirst();
        return new IllegalArgumentException(first.detail(first.field()));
    }

    /// The fields that the draft has, without defaults.
    public static ObjectNode write(PolicyDraft draft) {
        var json = MAPPER.createObjectNode();
        draft.name().value().ifPresent(name -> json.put("name", name));
        draft.kind().value().ifPresent(kind -> json.put("kind", kind.code()));
        put(json, "offsets_seconds", draft.offsets());
        put(json, "waits_seconds", draft.waits());
        draft.backoff().base().value().ifPresent(base -> json.set("base_seconds", number(base)));
        draft.backoff()
                .factor()
                .value()
                .ifPresent(factor -> json.set("factor", number(BigDecimal.valueOf(factor))));
        draft.backoff().cap().value().ifPresent(cap -> json.set("cap_seconds", number(cap)));
        draft.attemptsMax().value().ifPresent(max -> json.put("max_attempts", max));
        draft.jitter().value().ifPresent(jitter -> json.put("jitter", jitter.code()));
        draft.jitterRatio()
                .value()
                .ifPresent(ratio -> json.set("jitter_ratio", number(BigDecimal.valueOf(ratio))));
        draft.window().value().ifPresent(window -> json.set("window_seconds", number(window)));
        return json;
    }

    private static void put(ObjectNode json, String name, Update<List<BigDecimal>> times) {
        if (times.value().isPresent()) {
            var array = json.putArray(name);
            times.value().get().forEach(time -> array.add(number(time)));
        }
    }

    /// Reads the policy that is stored under this key; empty if only a newer version of Waybill can
    /// read it, which must not block other deliveries.
    static Optional<RetryPolicy> kept(String key, String text) {
        try {
            return Optional.of(read(text).policy(key));
        } catch (IllegalArgumentException e) {
            LOG.error("a retry policy cannot be read, key={}", key, e);
            return Optional.empty();
        }
    }

    /// The key by which deliveries refer to an inline policy: always the same for the same content.
    public static String inlineKey(PolicySpec spec) {
        return PolicyRules.INLINE + digest(spec);
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
