package dev.waybill.client;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Verifies the requests that Waybill sends, in one call.
public final class Webhooks {

    private Webhooks() {}

    /// Returns the request if one of the secrets signed it within the last 5 minutes. See
    /// [WebhookVerifier], which keeps the secrets and has other limits of time.
    ///
    /// @param headers finds a header by its name, in any case, such as `request::getHeader`
    /// @param rawBody as received, before anything parsed it
    public static Webhook verify(
            Function<String, @Nullable String> headers, byte[] rawBody, String... secrets)
            throws InvalidWebhookException {
        return WebhookVerifier.of(secrets).verify(headers, rawBody);
    }
}
