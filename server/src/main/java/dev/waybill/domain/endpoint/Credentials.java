package dev.waybill.domain.endpoint;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The secrets and headers of an endpoint's requests, as stored: encrypted. Only data that every
/// viewer of the endpoint may see is in plain text.
///
/// @param previous the secret before this one, while receivers still accept it
public record Credentials(Secret secret, @Nullable Previous previous, Headers headers) {

    /// A signing secret.
    ///
    /// @param publicKey the key with which receivers verify, if that is not the secret itself
    public record Secret(SignatureScheme scheme, byte[] sealed, @Nullable String publicKey) {}

    /// A secret that is being replaced: requests are also signed with it until its time is up.
    public record Previous(SignatureScheme scheme, byte[] sealed, Instant until) {

        public boolean countsAt(Instant now) {
            return now.isBefore(until);
        }
    }

    /// Custom headers. Their values may be credentials, too.
    public record Headers(List<String> names, byte @Nullable [] sealed) {

        public static final Headers NONE = new Headers(List.of(), null);

        public Headers {
            names = List.copyOf(names);
            if (names.isEmpty() != (sealed == null)) {
                throw new IllegalArgumentException("names without values, or values without names");
            }
        }
    }

    /// A new secret. The current one stays valid until then; an older one does not.
    public Credentials rotated(Secret next, Instant until) {
        return new Credentials(
                next, new Previous(secret.scheme(), secret.sealed(), until), headers);
    }

    /// A new secret at once: the current one may have leaked.
    public Credentials replaced(Secret next) {
        return new Credentials(next, null, headers);
    }

    public Credentials with(Headers others) {
        return new Credentials(secret, previous, others);
    }

    /// When the previous secret ends; null if it is not valid any more.
    public @Nullable Instant previousUntil(Instant now) {
        return previous != null && previous.countsAt(now) ? previous.until() : null;
    }
}
