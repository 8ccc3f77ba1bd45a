package dev.waybill.journey;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Assumptions;

/// A proxy as a process in front of a service, with TLS. Without the program the test is skipped,
/// unless `PROXY_TESTS=required`.
final class ReverseProxy implements AutoCloseable {

    static final String REQUIRED = "PROXY_TESTS";

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /// A free port may be taken by another program before the proxy has it.
    private static final int PORTS_MAX = 5;

    /// Only a failure waits for it.
    private static final int PATIENCE_MILLIS = 40_000;

    private enum State {
        STARTS,
        READY,
        ENDED
    }

    private final Process process;
    private final int port;

    private ReverseProxy(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /// Made once, which takes longer than starting a proxy.
    private static final class Certificate {
        static final Path FILE = Postgres.emptied("proxy-certificate").resolve("hooks.pem");
        static final SSLContext TLS = write();

        private static SSLContext write() {
            try {
                return SelfSigned.writtenTo(FILE).context();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Starts it, and waits until it takes requests.
    ///
    /// @param service the port of the service on this machine
    static ReverseProxy start(ProxySetup setup, int service) throws IOException {
        return start(setup.program(), setup.recipe(), service);
    }

    static ReverseProxy start(ProxyProgram program, ProxyRecipe recipe, int service)
            throws IOException {
        Assumptions.assumeTrue(
                program.find().isPresent() || "required".equals(System.getenv(REQUIRED)),
                () -> "no " + program + ": install the packages nginx-light and haproxy");
        var file = program.find().orElseThrow();
        var folder = Postgres.emptied("proxy-" + NUMBERS.incrementAndGet());
        var here =
                recipe.with("127.0.0.1:8080", "127.0.0.1:" + service)
                        .with("/etc/ssl/hooks.pem", Certificate.FILE.toString());
        for (int i = 0; i < PORTS_MAX; i++) {
            int port = freePort();
            Files.writeString(
                    folder.resolve(ProxyProgram.CONFIGURATION),
                    program.complete(program.listeningOn(port, here).text()));
            var proxy = new ReverseProxy(launch(program, file, folder), port);
            if (proxy.awaitReady()) {
                return proxy;
            }
        }
        throw new AssertionError(Files.readString(log(folder)));
    }

    private static Process launch(ProxyProgram program, Path file, Path folder) throws IOException {
        return new ProcessBuilder(program.command(file, folder))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log(folder).toFile())
                .start();
    }

    private static Path log(Path folder) {
        return folder.resolve("proxy.log");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, LOOPBACK)) {
            return socket.getLocalPort();
        }
    }

    private boolean awaitReady() {
        return Eventually.get(this::state, state -> state != State.STARTS) == State.READY;
    }

    /// Only proxies of this process have the certificate, even if another program has the port.
    private State state() {
        try (var _ = connect("127.0.0.1")) {
            return State.READY;
        } catch (IOException e) {
            return process.isAlive() ? State.STARTS : State.ENDED;
        }
    }

    /// A connection from this address of the loopback range, for bytes of any kind.
    ///
    /// @param protocols that are offered to the proxy
    SSLSocket connect(String from, String... protocols) throws IOException {
        var socket = (SSLSocket) Certificate.TLS.getSocketFactory().createSocket();
        try {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(protocols);
            socket.setSSLParameters(parameters);
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(LOOPBACK, port));
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.startHandshake();
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /// A client at this address of the loopback range.
    HttpClient client(String from, HttpClient.Version version) {
        return HttpClient.newBuilder()
                .version(version)
                .sslContext(Certificate.TLS)
                .localAddress(InetAddress.ofLiteral(from))
                .build();
    }

    /// A user's program at this address, with HTTP/2 if the proxy supports it.
    ApiClient api(String from) {
        return new ApiClient(
                client(from, HttpClient.Version.HTTP_2), address(), RunningService.ADMIN_KEY);
    }

    String address() {
        return "https://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
