package dev.waybill.bench.lab;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Users who all try to sign in at the same time, with unknown names, repeatedly. Each try comes
/// from another address of the loopback network: the service limits the tries of an address.
public final class SignInCrowd implements AutoCloseable {

    private static final int REFUSED = 503;
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(1);
    private static final int TIMEOUT_MILLIS = 30_000;

    private final int port;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger checked = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Thread[] users;

    public SignInCrowd(Service service, int users) {
        this.port = service.port();
        this.users =
                IntStream.range(0, users)
                        .mapToObj(_ -> Thread.ofVirtual().start(this::keepTrying))
                        .toArray(Thread[]::new);
    }

    /// Tries whose password was checked.
    public int checked() {
        return checked.get();
    }

    /// Tries that were refused because of too many others.
    public int refused() {
        return refused.get();
    }

    private void keepTrying() {
        while (!over.get()) {
            try {
                if (attempt() == REFUSED) {
                    refused.incrementAndGet();
                    Pace.pause(AFTER_REFUSAL);
                } else {
                    checked.incrementAndGet();
                }
            } catch (IOException e) {
                throw new BenchFailed("no response came from /ui/login", e);
            }
        }
    }

    /// Returns the status of the answer.
    private int attempt() throws IOException {
        var random = ThreadLocalRandom.current();
        var form = "name=user%d&password=not-the-password".formatted(random.nextInt(1 << 30));
        var request =
                """
                POST /ui/login HTTP/1.1\r
                host: 127.0.0.1:%d\r
                sec-fetch-site: same-origin\r
                content-type: application/x-www-form-urlencoded\r
                content-length: %d\r
                connection: close\r
                \r
                %s\
                """
                        .formatted(port, form.length(), form);
        byte[] source = {
            127,
            (byte) random.nextInt(1, 255),
            (byte) random.nextInt(1, 255),
            (byte) random.nextInt(1, 255)
        };
        try (var socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(source), 0));
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }

    @Override
    public void close() {
        over.set(true);
        for (var user : users) {
            try {
                user.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
