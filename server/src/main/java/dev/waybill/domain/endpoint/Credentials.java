package dev.waybill.domain.endpoint;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an endpoint's requests are signed with and carry, as it is kept: sealed. In clear is only
/// what everybody who sees the endpoint may see.
///
/// @param previous the secret before this one, while receivers still go by it
public record Credentials(Secret secret, @Nullable Previous previous, Headers headers) {

    /// A signing secret.
    ///
    /// @param publicKey what receivers verify with, if that is not the secret itself
    public record Secret(SignatureScheme scheme, byte[] sealed, @Nullable String publicKey) {}

    /// A secret that is being replaced: requests are signed with it too until its time is up.
    public record Previous(SignatureScheme scheme, byte[] sealed, Instant until) {

        public boolean countsAt(Instant now) {
            return now.isBefore(until);
        }
    }

    /// Headers of the owner's own. Their values may be credentials too.
    public record Headers(List<String> names, byte @Nullable [] sealed) {

        public static final Headers NONE = new Headers(List.of(), null);

        public Headers {
            names = List.copyOf(names);
            if (names.isEmpty() != (sealed == null)) {
                throw new IllegalArgumentException("names without values, or values without names");
            }
        }
    }

    /// A new secret; the one until now counts until then, and one before that no more.
    public Credentials rotated(Secret next, Instant until) {
        return new Credentials(
                next, new Previous(secret.scheme(), secret.sealed(), until), headers);
    }

    /// A new secret at once: the one until now may be in the wrong hands.
    public Credentials replaced(Secret next) {
        return new Credentials(next, null, headers);
    }

    public Credentials with(Headers others) {
        return new Credentials(secret, previous, others);
    }

    /// When the previous secret ends; null if none counts any more.
    public @Nullable Instant previousUntil(Instant now) {
        return previous != null && previous.countsAt(now) ? previous.until() : null;
    }
}
