package dev.waybill.client;

import static dev.waybill.client.InvalidWebhookException.Reason.HEADER_MISSING;
import static dev.waybill.client.InvalidWebhookException.Reason.SIGNATURE_MISMATCH;
import static dev.waybill.client.InvalidWebhookException.Reason.TIMESTAMP_UNREADABLE;
import static dev.waybill.client.InvalidWebhookException.Reason.TOO_NEW;
import static dev.waybill.client.InvalidWebhookException.Reason.TOO_OLD;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Verifies requests with the secrets of an endpoint. Immutable, for any number of threads.
public final class WebhookVerifier {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    /// The service sends at most four, during a rotation that changes the scheme. The limit bounds
    /// the work that a stranger's request causes.
    private static final int ENTRIES_MAX = 16;

    private final List<VerificationKey> keys;
    private final Duration tolerance;
    private final InstantSource clock;

    private WebhookVerifier(List<VerificationKey> keys, Duration tolerance, InstantSource clock) {
        this.keys = keys;
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /// A verifier that believes any of these secrets.
    ///
    /// @param secrets `whsec_…`, `whpk_…` (the public key), `whsk_…` or the text of a secret for
    ///   the scheme `hex`. Several during a rotation
    public static WebhookVerifier of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("no secret");
        }
        var keys =
                List.of(secrets).stream()
                        .flatMap(secret -> VerificationKey.parse(secret).stream())
                        .toList();
        return new WebhookVerifier(keys, TOLERANCE, InstantSource.system());
    }

    /// How far the timestamp of a request may be from the time here, in both directions; default 5
    /// minutes.
    public WebhookVerifier withTolerance(Duration other) {
        if (other.isNegative()) {
            throw new IllegalArgumentException("the tolerance is negative: " + other);
        }
        return new WebhookVerifier(keys, other, clock);
    }

    public WebhookVerifier withClock(InstantSource other) {
        return new WebhookVerifier(keys, tolerance, other);
    }

    /// Returns the request if one of the secrets signed it, recently.
    ///
    /// @param headers finds a header by its name, in any case, such as `request::getHeader`
    /// @param rawBody as received, before anything parsed it
    public Webhook verify(Function<String, @Nullable String> headers, byte[] rawBody)
            throws InvalidWebhookException {
        var standard = headers.apply("webhook-signature");
        var hex = headers.apply("x-webhook-signature");
        if (standard == null && hex == null) {
            throw missing("webhook-signature");
        }
        var body = rawBody.clone();
        InvalidWebhookException failure = null;
        if (standard != null) {
            try {
                return standard(headers, standard, body);
            } catch (InvalidWebhookException e) {
                failure = e;
            }
        }
        if (hex != null && (standard == null || knowsHex())) {
            return hex(headers, hex, body);
        }
        throw failure == null ? missing("webhook-signature") : failure;
    }

    private boolean knowsHex() {
        return keys.stream().anyMatch(VerificationKey.HexHmac.class::isInstance);
    }

    private Webhook standard(
            Function<String, @Nullable String> headers, String signatures, byte[] body)
            throws InvalidWebhookException {
        var id = headers.apply("webhook-id");
        if (id == null) {
            throw missing("webhook-id");
        }
        var stamp = stamp(headers.apply("webhook-timestamp"), "webhook-timestamp");
        var signed = signed(id + "." + stamp, body);
        return matched(
                stamp,
                body,
                signatures.split(" ", ENTRIES_MAX + 1),
                (key, entry) -> key.signedStandard(entry, signed));
    }

    private Webhook hex(Function<String, @Nullable String> headers, String signatures, byte[] body)
            throws InvalidWebhookException {
        var stamp = stamp(headers.apply("x-webhook-timestamp"), "x-webhook-timestamp");
        var signed = signed(stamp, body);
        return matched(
                stamp,
                body,
                signatures.split(",", ENTRIES_MAX + 1),
                (key, entry) -> key.signedHex(entry.strip(), signed));
    }

    private String stamp(@Nullable String stamp, String header) throws InvalidWebhookException {
        if (stamp == null) {
            throw missing(header);
        }
        if (!stamp.matches("[0-9]{1,12}")) {
            throw new InvalidWebhookException(
                    TIMESTAMP_UNREADABLE, header + " is not a number of seconds");
        }
        var age = Duration.between(sentAt(stamp), clock.instant());
        if (age.compareTo(tolerance) > 0) {
            throw new InvalidWebhookException(
                    TOO_OLD,
                    "the request was sent %d s ago, more than %d: the clocks differ, or it is old"
                            .formatted(age.toSeconds(), tolerance.toSeconds()));
        }
        if (age.negated().compareTo(tolerance) > 0) {
            throw new InvalidWebhookException(
                    TOO_NEW,
                    "the request was sent %d s in the future, more than %d: a clock is wrong"
                            .formatted(-age.toSeconds(), tolerance.toSeconds()));
        }
        return stamp;
    }

    private Webhook matched(
            String stamp,
            byte[] body,
            String[] entries,
            BiPredicate<VerificationKey, String> signed)
            throws InvalidWebhookException {
        if (entries.length <= ENTRIES_MAX) {
            for (var entry : entries) {
                for (var key : keys) {
                    if (signed.test(key, entry)) {
                        return new Webhook(sentAt(stamp), body);
                    }
                }
            }
        }
        throw new InvalidWebhookException(
                SIGNATURE_MISMATCH,
                "no signature in the request matches: the secret is another one, or the body was"
                        + " changed or parsed on its way here");
    }

    private static Instant sentAt(String stamp) {
        return Instant.ofEpochSecond(Long.parseLong(stamp));
    }

    private static byte[] signed(String start, byte[] body) {
        var head = (start + ".").getBytes(UTF_8);
        var signed = new byte[head.length + body.length];
        System.arraycopy(head, 0, signed, 0, head.length);
        System.arraycopy(body, 0, signed, head.length, body.length);
        return signed;
    }

    private static InvalidWebhookException missing(String header) {
        return new InvalidWebhookException(HEADER_MISSING, "the request has no header " + header);
    }
}
