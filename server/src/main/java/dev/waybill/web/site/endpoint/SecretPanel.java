package dev.waybill.web.site.endpoint;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.endpoints.RevealedSecrets.Opened;
import dev.waybill.feature.endpoints.RotateSecret;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An endpoint's signing secrets as a page shows them: hidden unless revealed.
///
/// @param base the endpoint's page; `reveal` and `rotate` lie below it
/// @param publicKey the key that receivers verify with, if it is not the secret
/// @param previousUntil until when requests are signed with the secret before, too
/// @param opened in clear, for one answer; null if hidden
/// @param isNew whether the secret was made just now
public record SecretPanel(
        String base,
        SignatureScheme scheme,
        @Nullable String publicKey,
        @Nullable Instant previousUntil,
        @Nullable Opened opened,
        boolean isNew) {

    /// With everything hidden.
    public static SecretPanel hidden(String base, Endpoint endpoint, Instant now) {
        return of(base, endpoint, now, null, false);
    }

    public static SecretPanel of(
            String base, Endpoint endpoint, Instant now, @Nullable Opened opened, boolean isNew) {
        var secret = endpoint.credentials().secret();
        return new SecretPanel(
                base,
                secret.scheme(),
                secret.publicKey(),
                endpoint.credentials().previousUntil(now),
                opened,
                isNew);
    }

    /// The prefix of secrets of its scheme, followed by dots.
    public String mask() {
        return switch (scheme) {
            case STANDARD, HEX -> "whsec_••••••••••••••••";
            case STANDARD_ED25519 -> "whsk_••••••••••••••••";
        };
    }

    /// The secret in clear if it is revealed, else a mask.
    public String current() {
        return opened == null ? mask() : opened.secret();
    }

    /// The previous secret in clear if it is revealed, else a mask.
    public String previous() {
        var open = openPrevious();
        return open == null ? mask() : open;
    }

    /// The previous secret, in clear; null if it is not shown.
    public @Nullable String openPrevious() {
        return opened == null ? null : opened.previous();
    }

    /// The form that rotates them, as it is first shown.
    public FormState rotation() {
        return FormState.of(Map.of("overlap_seconds", "86400", "signature", scheme.code()));
    }

    /// The form as it was filled in, with the reason for its refusal. A secret is not sent back.
    public static FormState refused(Form form, List<Violation> violations) {
        return FormState.of(form, "overlap_seconds", "signature")
                .and("secret", "")
                .refused(violations, Map.of());
    }

    /// The rotation that a form asks for.
    public static RotateSecret rotation(FormInput input, Endpoint endpoint, Scope scope) {
        return new RotateSecret(
                endpoint,
                scope,
                input.choice("signature", EndpointRules.SIGNATURE),
                input.text("secret"),
                input.whole("overlap_seconds", EndpointRules.OVERLAP_SECONDS));
    }

    /// Secrets stay out of logs and messages.
    @Override
    public String toString() {
        return "SecretPanel[" + base + "]";
    }
}
