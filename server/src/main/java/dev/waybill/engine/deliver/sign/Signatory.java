package dev.waybill.engine.deliver.sign;

import dev.waybill.engine.deliver.OutgoingRequest.Header;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Signs the requests of an endpoint and holds its custom headers. Prepared once and used for every
/// attempt until the endpoint changes.
public record Signatory(SigningKey current, @Nullable Retiring retiring, List<Header> ownHeaders) {

    public Signatory {
        ownHeaders = List.copyOf(ownHeaders);
    }

    /// A key that is being replaced.
    public record Retiring(SigningKey key, Instant until) {}

    /// The value of the signature headers, entries of the newest secret first. The entries of
    /// Standard Webhooks are separated by blanks. Those of the hex scheme, which have a header of
    /// their own, are separated by commas and come last: see [SignatureHeaders].
    public String sign(SigningKey.Message message, Instant now) {
        var signature = current.sign(message);
        if (retiring == null || !now.isBefore(retiring.until)) {
            return signature;
        }
        var older = retiring.key.sign(message);
        boolean hex = SignatureHeaders.isHex(signature);
        if (hex && SignatureHeaders.isHex(older)) {
            return signature + "," + older;
        }
        return hex ? older + " " + signature : signature + " " + older;
    }

    /// Keeps keys out of logs and messages.
    @Override
    public String toString() {
        return "Signatory[" + (retiring == null ? "" : "rotating until " + retiring.until) + "]";
    }
}
