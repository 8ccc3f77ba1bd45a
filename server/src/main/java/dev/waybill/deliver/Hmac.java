package dev.waybill.deliver;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// HMAC-SHA256.
final class Hmac {

    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    static Mac keyed(byte[] key) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }
}
