package dev.waybill.web.site.endpoint;

import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.web.site.Choices;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// The options of the endpoint forms: the value that is sent, and its label.
public final class EndpointOptions {

    public static final SequencedMap<String, String> ORDERINGS =
            Choices.of(
                    Ordering.NONE.code(), "None: each event independently",
                    Ordering.KEY.code(), "By ordering key, one at a time",
                    Ordering.STRICT.code(), "Strict: all events, one at a time");

    public static final SequencedMap<String, String> ON_EXHAUSTED =
            Choices.of(
                    OnExhausted.CONTINUE.code(), "Continue with the next",
                    OnExhausted.HOLD.code(), "Hold the lane until an operator releases it");

    public static final SequencedMap<String, String> FORMATS =
            Choices.of(
                    EventFormat.WAYBILL.code(), "Waybill's envelope",
                    EventFormat.CLOUDEVENTS.code(), "CloudEvents 1.0 (structured JSON)");

    public static final SequencedMap<String, String> SIGNATURES =
            Choices.of(
                    SignatureScheme.STANDARD.code(), "Standard Webhooks (HMAC-SHA256)",
                    SignatureScheme.STANDARD_ED25519.code(), "Standard Webhooks with Ed25519",
                    SignatureScheme.HEX.code(), "Hexadecimal HMAC-SHA256");

    /// For how many seconds both secrets sign after a rotation.
    public static final SequencedMap<String, String> OVERLAPS =
            Choices.of(
                    "3600", "1 hour",
                    "86400", "24 hours",
                    "259200", "3 days",
                    "604800", "7 days",
                    "0", "None: the current secret was leaked");

    private EndpointOptions() {}

    /// The schemes by their codes.
    ///
    /// @param current marked as such
    public static Map<String, String> schemes(SignatureScheme current) {
        var schemes = new LinkedHashMap<String, String>();
        for (var scheme : SignatureScheme.values()) {
            schemes.put(scheme.code(), scheme.code() + (scheme == current ? " (current)" : ""));
        }
        return schemes;
    }
}
