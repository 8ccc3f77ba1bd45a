package dev.waybill.bench.reference;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.wire.Framing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Posts signed bodies over one persistent connection and waits for each answer. Cheaper than any
/// HTTP client, so that the rate of the textbook does not depend on one. Confined to one thread.
final class SignedPost implements AutoCloseable {

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] SECRET = "a secret of thirty-two bytes, ok".getBytes(US_ASCII);
    private static final int BUFFER_BYTES = 16 * 1024;

    private final SocketChannel channel;
    private final Framing framing = new Framing(0);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Mac mac;

    SignedPost(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(SECRET, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }

    /// Returns the status.
    int send(long deliveryId, String url, byte[] body, long timestamp) throws IOException {
        mac.update((timestamp + ".").getBytes(US_ASCII));
        var signature = HexFormat.of().formatHex(mac.doFinal(body));
        var head =
                """
                POST %s HTTP/1.1\r
                host: 127.0.0.1\r
                content-type: application/json\r
                x-webhook-id: %d\r
                x-webhook-timestamp: %d\r
                x-webhook-signature: v1=%s\r
                content-length: %d\r
                \r
                """
                        .formatted(
                                URI.create(url).getPath(),
                                deliveryId,
                                timestamp,
                                signature,
                                body.length);
        out.clear().put(head.getBytes(US_ASCII)).put(body).flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        boolean answered = false;
        while (!answered) {
            if (channel.read(in.clear()) < 0) {
                throw new IOException("the receiver closed the connection");
            }
            answered = framing.advance(in.flip());
        }
        return framing.status();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
