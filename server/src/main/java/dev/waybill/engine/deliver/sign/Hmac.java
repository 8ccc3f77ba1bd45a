package dev.waybill.engine.deliver.sign;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// HMAC-SHA256 with one key. The algorithm is looked up and initialized once; every use starts from
/// a copy.
final class Hmac {

    private static final String ALGORITHM = "HmacSHA256";

    /// Never used itself, so that many threads can copy it.
    private final Mac ready;

    Hmac(byte[] key) {
        try {
            ready = Mac.getInstance(ALGORITHM);
            ready.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }

    byte[] over(byte[] head, byte[] body) {
        try {
            var mac = (Mac) ready.clone();
            mac.update(head);
            return mac.doFinal(body);
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the JDK's own can be copied", e);
        }
    }
}
