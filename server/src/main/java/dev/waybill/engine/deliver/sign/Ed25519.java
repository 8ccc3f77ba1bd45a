package dev.waybill.engine.deliver.sign;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Optional;

/// An Ed25519 key pair, from and to the 64 bytes that Standard Webhooks uses: the seed and the
/// public key (RFC 8032).
final class Ed25519 {

    static final int BYTES = 64;

    private static final int HALF = 32;
    private static final String ALGORITHM = "Ed25519";
    private static final byte[] PROBE = {1};

    private final PrivateKey seed;
    private final byte[] publicBytes;

    private Ed25519(PrivateKey seed, byte[] publicBytes) {
        this.seed = seed;
        this.publicBytes = publicBytes;
    }

    /// Empty if the two halves do not match.
    static Optional<Ed25519> of(byte[] bytes) {
        if (bytes.length != BYTES) {
            return Optional.empty();
        }
        try {
            var keys = KeyFactory.getInstance(ALGORITHM);
            var seed =
                    keys.generatePrivate(
                            new EdECPrivateKeySpec(
                                    NamedParameterSpec.ED25519, Arrays.copyOf(bytes, HALF)));
            var publicBytes = Arrays.copyOfRange(bytes, HALF, BYTES);
            var pair = new Ed25519(seed, publicBytes);
            return pair.verifies(keys) ? Optional.of(pair) : Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /// A new pair, as its 64 bytes.
    static byte[] generate(SecureRandom random) {
        try {
            var generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(NamedParameterSpec.ED25519, random);
            var pair = generator.generateKeyPair();
            var bytes =
                    Arrays.copyOf(
                            ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow(), BYTES);
            var encoded = encoded(((EdECPublicKey) pair.getPublic()).getPoint());
            System.arraycopy(encoded, 0, bytes, HALF, HALF);
            return bytes;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has Ed25519", e);
        }
    }

    byte[] sign(byte[]... parts) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initSign(seed);
            for (var part : parts) {
                signature.update(part);
            }
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("a key that has signed before", e);
        }
    }

    byte[] publicBytes() {
        return publicBytes.clone();
    }

    private boolean verifies(KeyFactory keys) throws GeneralSecurityException {
        var signature = Signature.getInstance(ALGORITHM);
        signature.initVerify(publicKey(keys));
        signature.update(PROBE);
        return signature.verify(sign(PROBE));
    }

    private PublicKey publicKey(KeyFactory keys) throws GeneralSecurityException {
        var bigEndian = reversed(publicBytes);
        boolean odd = (bigEndian[0] & 0x80) != 0;
        bigEndian[0] &= 0x7F;
        var point = new EdECPoint(odd, new BigInteger(1, bigEndian));
        return keys.generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    }

    /// Little endian, with the sign of x in the last bit.
    private static byte[] encoded(EdECPoint point) {
        var bytes = new byte[HALF];
        var y = reversed(point.getY().toByteArray());
        System.arraycopy(y, 0, bytes, 0, Math.min(y.length, HALF));
        if (point.isXOdd()) {
            bytes[HALF - 1] |= (byte) 0x80;
        }
        return bytes;
    }

    private static byte[] reversed(byte[] bytes) {
        var reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
