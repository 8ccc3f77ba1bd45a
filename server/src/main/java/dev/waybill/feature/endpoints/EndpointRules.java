package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.EmailAddress;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.domain.event.EventType;
import dev.waybill.engine.deliver.sign.SigningKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules for settings of endpoints that need nothing but the settings. Rules that need the
/// network or the database are in [EndpointService].
public final class EndpointRules {

    /// Long enough for a receiver that does some work first, and short enough that one that hangs
    /// costs little.
    public static final Duration TIME_LIMIT_DEFAULT = Duration.ofSeconds(15);

    public static final EventFormat FORMAT_DEFAULT = EventFormat.WAYBILL;

    /// The settings of an endpoint that mentions none.
    static final EndpointSettings DEFAULTS =
            new EndpointSettings(
                    "",
                    "",
                    List.of("*"),
                    null,
                    new DeliveryLimits(TIME_LIMIT_DEFAULT, DeliveryLimits.IN_FLIGHT_DEFAULT, null),
                    HealthRules.DEFAULT,
                    OrderRules.DEFAULT,
                    null,
                    FORMAT_DEFAULT);

    public static final WholeRange TIMEOUT_MS = new WholeRange(1_000, 30_000);
    public static final WholeRange IN_FLIGHT = new WholeRange(1, 256);

    /// From one request in a thousand seconds to more than any endpoint receives.
    public static final DecimalRange RATE_LIMIT = new DecimalRange(0.001, 100_000);

    public static final WholeRange DISABLE_AFTER_FAILURES = new WholeRange(1, 1_000_000);

    /// Up to a year.
    public static final WholeRange PAUSE_AFTER_SECONDS = new WholeRange(1, 31_536_000);

    /// One day: most receivers can be redeployed within it.
    public static final Duration OVERLAP_DEFAULT = Duration.ofDays(1);

    public static final Duration OVERLAP_MAX = Duration.ofDays(7);

    public static final WholeRange OVERLAP_SECONDS =
            new WholeRange(0, Math.toIntExact(OVERLAP_MAX.toSeconds()));

    public static final Choice<Mode> MODE = new Choice<>(Mode::of, "live or test");

    public static final Choice<Ordering> ORDERING =
            new Choice<>(Ordering::of, "none, key or strict");

    public static final Choice<OnExhausted> ON_EXHAUSTED =
            new Choice<>(OnExhausted::of, "continue or hold");

    public static final Choice<EventFormat> FORMAT =
            new Choice<>(EventFormat::of, "waybill or cloudevents");

    public static final Choice<SignatureScheme> SIGNATURE =
            new Choice<>(SignatureScheme::of, "standard, standard-ed25519 or hex");

    private static final int URL_LENGTH_MAX = 2_048;
    private static final int DESCRIPTION_LENGTH_MAX = 1_000;
    private static final int EMAIL_LENGTH_MAX = 254;
    private static final int SECRET_LENGTH_MAX = 512;
    private static final int EVENT_TYPES_MAX = 100;
    private static final int STATE_REASON_LENGTH_MAX = 200;

    private EndpointRules() {}

    /// The rules for all settings that an update mentions.
    static void check(EndpointUpdate update, Violations violations) {
        checkUrl(update.url(), violations);
        violations.checkText("description", update.description().orNull(), DESCRIPTION_LENGTH_MAX);
        checkEventTypes(update.eventTypes(), violations);
        checkEmail(update.ownerEmail().orNull(), violations);
        violations.check("timeout_ms", update.limits().timeoutMs().orNull(), TIMEOUT_MS);
        violations.check("max_in_flight", update.limits().inFlightMax().orNull(), IN_FLIGHT);
        violations.check("rate_limit", update.limits().rateLimit().orNull(), RATE_LIMIT);
        violations.check(
                "disable_after_failures",
                update.health().disableAfterFailures().orNull(),
                DISABLE_AFTER_FAILURES);
        violations.check(
                "pause_after_seconds",
                update.health().pauseAfterSeconds().orNull(),
                PAUSE_AFTER_SECONDS);
        EndpointHeaders.check(update.headers().value().orElse(Map.of()), violations);
    }

    private static void checkUrl(Update<String> url, Violations violations) {
        if (url instanceof Update.Reset<String>) {
            violations.add("url", Violation.Code.TYPE, "{} must be a string.");
        }
        violations.checkText("url", url.orNull(), URL_LENGTH_MAX);
    }

    private static void checkEventTypes(Update<List<String>> eventTypes, Violations violations) {
        if (!eventTypes.isGiven()) {
            return;
        }
        var patterns = eventTypes.value().orElse(List.of());
        if (patterns.isEmpty()) {
            violations.add(
                    "event_types",
                    Violation.Code.REQUIRED,
                    "{} must name at least one type; * means all types.");
        }
        if (patterns.size() > EVENT_TYPES_MAX) {
            violations.add(
                    "event_types",
                    Violation.Code.RANGE,
                    "{} must be a list of at most " + EVENT_TYPES_MAX + " strings.");
        }
        for (int i = 0; i < patterns.size(); i++) {
            if (!EventType.isPattern(patterns.get(i))) {
                violations.add(
                        Violation.in(
                                "event_types",
                                Integer.toString(i),
                                Violation.Code.FORMAT,
                                "An event type is letters, digits and _ in segments joined by"
                                        + " dots; the last segment may be *."));
            }
        }
    }

    private static void checkEmail(@Nullable String email, Violations violations) {
        violations.checkText("owner_email", email, EMAIL_LENGTH_MAX);
        if (email != null && !EmailAddress.isPlain(email)) {
            violations.add("owner_email", Violation.Code.FORMAT, "{} must be an e-mail address.");
        }
    }

    /// The rule for the reason of a state change.
    static void checkStateReason(@Nullable String reason, Violations violations) {
        violations.checkText("reason", reason, STATE_REASON_LENGTH_MAX);
    }

    /// The rule for a secret of the caller's own. The violation does not quote it.
    static void checkSecret(
            @Nullable String secret, SignatureScheme scheme, Violations violations) {
        if (secret == null) {
            return;
        }
        violations.checkText("secret", secret, SECRET_LENGTH_MAX);
        try {
            SigningKey.parse(scheme, secret);
        } catch (SigningKey.Unusable e) {
            violations.add("secret", Violation.Code.FORMAT, e.getMessage() + ".");
        }
    }
}
