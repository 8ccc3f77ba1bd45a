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

/// Retry policies as JSON: what their authors write, what the database stores and what is shown.
public final class PolicyJson {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyJson.class);

    private static final JsonMapper MAPPER = new JsonMapper();

    private static final int DIGEST_BYTES = 16;

    private PolicyJson() {}

    /// Everything filled in, in one order: equal policies are equal texts.
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
                // There is nothing to say: no jitter, or all there can be.
            }
        }
        json.set("window_seconds", seconds(spec.window()));
        return json;
    }

    /// A policy that is stored.
    ///
    /// @throws IllegalArgumentException if it breaks a rule
    public static PolicySpec read(String text) {
        var violations = new Violations();
        var spec = PolicyReader.read((ObjectNode) MAPPER.readTree(text), violations);
        return spec.orElseThrow(() -> unreadable(violations));
    }

    /// A draft that is stored.
    ///
    /// @throws IllegalArgumentException if it has a field that is not understood
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

    /// What a draft says, and nothing that it leaves out.
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

    /// The policy that is kept under this key; empty if only a newer version of the program can
    /// read it, which must not hold up what others need.
    static Optional<RetryPolicy> kept(String key, String text) {
        try {
            return Optional.of(read(text).policy(key));
        } catch (IllegalArgumentException e) {
            LOG.error("a retry policy cannot be read, key={}", key, e);
            return Optional.empty();
        }
    }

    /// What deliveries remember an inline policy by: the same for the same content, for ever.
    public static String inlineKey(PolicySpec spec) {
        return PolicyRules.INLINE + digest(spec);
    }

    /// The same for policies that say the same, and for no others.
    public static String digest(PolicySpec spec) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var hash = digest.digest(write(spec).toString().getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /// Whether an endpoint's or event type's choice is written out rather than named.
    static boolean isInline(String choice) {
        return choice.startsWith("{");
    }

    /// A choice as it is shown: a name, or the whole policy.
    public static @Nullable JsonNode choice(@Nullable String choice) {
        if (choice == null) {
            return null;
        }
        return isInline(choice) ? write(read(choice)) : MAPPER.getNodeFactory().stringNode(choice);
    }

    /// Whether a policy of ours has this name, so that nobody else's may.
    public static boolean isBuiltIn(String name) {
        return RetryPolicies.named(name).isPresent();
    }

    private static void seconds(ArrayNode array, List<Duration> durations) {
        durations.forEach(duration -> array.add(seconds(duration)));
    }

    /// A whole number where it is one.
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
