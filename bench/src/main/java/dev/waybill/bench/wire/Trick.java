package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/// The ways in which a receiver can harm a sender, on purpose or by accident. Each costs the sender
/// at most its time limit, and little memory.
public enum Trick {
    /// Reads the request and never answers.
    SILENCE((_, peer) -> peer.waitForEver()),

    /// An answer whose head comes a byte at a time.
    DRIPPING_HEAD((_, peer) -> peer.drip("HTTP/1.1 200 OK\r\nx-slow: " + "x".repeat(4_000))),

    /// The same with its body.
    DRIPPING_BODY((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\ncontent-length: 4000\r\n\r\n");
        peer.drip("x".repeat(4_000));
    }),

    /// Header after header.
    ENDLESS_HEAD((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\n");
        peer.writeForEver("x-more: of the same\r\n");
    }),

    /// One header that does not end.
    HUGE_HEADER((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\nx-huge: ");
        peer.writeForEver("x".repeat(1_024));
    }),

    /// A body that does not end.
    ENDLESS_BODY((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n");
        peer.writeForEver("x".repeat(1_024));
    }),

    /// Chunks of one byte, without end.
    ENDLESS_CHUNKS((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        peer.writeForEver("1\r\nx\r\n");
    }),

    /// Interim answers without end.
    INTERIM_FLOOD((_, peer) -> peer.writeForEver("HTTP/1.1 103 Early Hints\r\n\r\n")),

    /// Promises more than it sends, and closes.
    SHORT_BODY((_, peer) -> peer.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort")),

    /// A chunk whose length does not fit into a number.
    LYING_CHUNK((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        peer.write("ffffffffffffffffff\r\nlie");
        peer.waitForEver();
    }),

    /// Two lengths that contradict each other.
    TWO_LENGTHS((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 20\r\n\r\n{}");
        peer.waitForEver();
    }),

    /// Closes without an answer.
    EARLY_CLOSE((_, _) -> {}),

    /// An answer, and the beginning of an answer to a request that was not sent yet.
    LEFTOVERS((_, peer) -> {
        // In one piece: bytes that arrive later could be an early answer, which cannot be
        // distinguished.
        var end = "\r\ncontent-length: 0\r\n\r\n";
        peer.write("HTTP/1.1 500 No" + end + "HTTP/1.1 200 OK" + end);
        peer.waitForEver();
    }),

    /// Redirects the sender to its own machine.
    REDIRECT((receiver, peer) -> {
        peer.write("HTTP/1.1 307 Over There\r\nlocation: " + receiver.insideUrl());
        peer.write("\r\ncontent-length: 0\r\n\r\n");
    }),

    /// A few bytes that would be ten million if they were unpacked.
    GZIP_BOMB((_, peer) -> {
        peer.write("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ");
        peer.write(Bomb.BYTES.length + "\r\n\r\n");
        peer.write(Bomb.BYTES);
    }),

    /// A handshake that comes a byte at a time; for this one the URL is `https`.
    SLOW_TLS((_, peer) -> peer.drip("\u0016\u0003\u0003\u0000z" + "\u0002".repeat(4_000)));

    private static final class Bomb {

        private static final int UNPACKED_BYTES = 10_000_000;
        private static final byte[] BYTES = make();

        private static byte[] make() {
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(new byte[UNPACKED_BYTES]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return packed.toByteArray();
        }
    }

    /// The action after the request has arrived.
    @FunctionalInterface
    interface Play {
        void to(HostileReceiver receiver, HostileReceiver.Peer peer)
                throws IOException, InterruptedException;
    }

    // The lambda captures nothing.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Play play;

    Trick(Play play) {
        this.play = play;
    }

    void play(HostileReceiver receiver, HostileReceiver.Peer peer)
            throws IOException, InterruptedException {
        play.to(receiver, peer);
    }

    /// The path of its URL.
    String path() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
