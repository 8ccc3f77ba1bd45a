package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// How an endpoint's requests are signed.
public enum SignatureScheme {
    /// Standard Webhooks `v1`: HMAC-SHA256.
    STANDARD,
    /// Standard Webhooks `v1a`: Ed25519, with a `v1` beside it, because most verifiers know only
    /// that.
    STANDARD_ED25519,
    /// HMAC-SHA256 in hexadecimal, over timestamp and body.
    HEX;

    /// How old, or ahead, a timestamp may be when a receiver verifies it: what Standard Webhooks
    /// recommends and our verify snippets use. Waybill itself does not enforce it.
    public static final Duration TIMESTAMP_TOLERANCE = Duration.ofMinutes(5);

    /// As the API has it.
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<SignatureScheme> of(String word) {
        return Stream.of(values()).filter(scheme -> scheme.code().equals(word)).findFirst();
    }
}
