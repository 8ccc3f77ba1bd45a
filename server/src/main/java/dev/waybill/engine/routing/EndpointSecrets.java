package dev.waybill.engine.routing;

import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.sign.Signatory;
import dev.waybill.engine.deliver.sign.SigningKey;
import dev.waybill.infra.secret.Vault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Encrypts and decrypts the secrets and custom headers of endpoints. No other class handles them
/// in plain text.
public final class EndpointSecrets {

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<LinkedHashMap<String, String>> HEADERS =
            new TypeReference<>() {};

    private final Vault vault;

    public EndpointSecrets(Vault vault) {
        this.vault = vault;
    }

    /// Encrypts a secret of this scheme.
    public Credentials.Secret seal(UUID endpointId, SignatureScheme scheme, String secret) {
        var publicKey =
                key(scheme, secret) instanceof SigningKey.Asymmetric pair ? pair.publicKey() : null;
        return new Credentials.Secret(
                scheme, vault.seal(secret, secretPlace(endpointId)), publicKey);
    }

    public Credentials.Headers seal(UUID endpointId, Map<String, String> headers) {
        if (headers.isEmpty()) {
            return Credentials.Headers.NONE;
        }
        return new Credentials.Headers(
                List.copyOf(headers.keySet()),
                vault.seal(JSON.writeValueAsString(headers), headersPlace(endpointId)));
    }

    public String open(Endpoint endpoint) {
        return open(endpoint, endpoint.credentials().secret().sealed());
    }

    /// The previous secret, whether or not it is still valid.
    public Optional<String> openPrevious(Endpoint endpoint) {
        return Optional.ofNullable(endpoint.credentials().previous())
                .map(previous -> open(endpoint, previous.sealed()));
    }

    /// The names of headers that exist before and after with different values.
    public List<String> headersWithAnotherValue(Endpoint before, Endpoint after) {
        var values = openHeaders(after);
        return openHeaders(before).entrySet().stream()
                .filter(header -> values.containsKey(header.getKey()))
                .filter(header -> !header.getValue().equals(values.get(header.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    public Map<String, String> openHeaders(Endpoint endpoint) {
        var sealed = endpoint.credentials().headers().sealed();
        return sealed == null
                ? Map.of()
                : JSON.readValue(vault.open(sealed, headersPlace(endpoint.id())), HEADERS);
    }

    /// Decrypts and prepares everything that signing needs.
    public Signatory signatory(Endpoint endpoint) {
        var credentials = endpoint.credentials();
        var previous = credentials.previous();
        return new Signatory(
                key(credentials.secret().scheme(), open(endpoint)),
                previous == null
                        ? null
                        : new Signatory.Retiring(
                                key(previous.scheme(), open(endpoint, previous.sealed())),
                                previous.until()),
                openHeaders(endpoint).entrySet().stream()
                        .map(header -> new Header(header.getKey(), header.getValue()))
                        .toList());
    }

    private String open(Endpoint endpoint, byte[] sealed) {
        return vault.open(sealed, secretPlace(endpoint.id()));
    }

    private static SigningKey key(SignatureScheme scheme, String secret) {
        try {
            return SigningKey.parse(scheme, secret);
        } catch (SigningKey.Unusable e) {
            throw new AssertionError("a stored secret was checked before", e);
        }
    }

    /// The same context for the secret and the previous one: a rotation moves one to the column of
    /// the other.
    public static String secretPlace(UUID endpointId) {
        return "endpoint " + endpointId + " secret";
    }

    public static String headersPlace(UUID endpointId) {
        return "endpoint " + endpointId + " headers";
    }
}
