package dev.waybill.deliver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Standard Webhooks `v1`: HMAC-SHA256 over `id.timestamp.body`, raw bytes.
public final class Signer {

    public static final String SECRET_PREFIX = "whsec_";

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] DOT = {'.'};

    private Signer() {}

    /// One entry of the signature header.
    static String sign(String secret, String id, long timestamp, byte[] body) {
        var mac = mac(secret);
        mac.update(id.getBytes(US_ASCII));
        mac.update(DOT);
        mac.update(Long.toString(timestamp).getBytes(US_ASCII));
        mac.update(DOT);
        mac.update(body);
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal());
    }

    private static Mac mac(String secret) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            var key = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }
}
