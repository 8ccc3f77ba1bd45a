package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The scheme that signs an endpoint's requests.
public enum SignatureScheme {
    /// Standard Webhooks `v1`: HMAC-SHA256.
    STANDARD,
    /// Standard Webhooks `v1a`: Ed25519, in addition to `v1`, because most verifiers know only
    /// that.
    STANDARD_ED25519,
    /// HMAC-SHA256 in hexadecimal, over timestamp and body.
    HEX;

    /// How old, or how far ahead, a timestamp may be when a receiver verifies it: the
    /// recommendation of Standard Webhooks, which our verification examples use. Waybill itself
    /// does not enforce it.
    public static final Duration TIMESTAMP_TOLERANCE = Duration.ofMinutes(5);

    /// The name in the API.
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<SignatureScheme> of(String code) {
        return Stream.of(values()).filter(scheme -> scheme.code().equals(code)).findFirst();
    }
}
