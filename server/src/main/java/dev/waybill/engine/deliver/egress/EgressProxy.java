package dev.waybill.engine.deliver.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The operator's proxy that all requests pass. It is asked for a tunnel to the checked address,
/// never to a name, so it cannot resolve the name differently.
public final class EgressProxy {

    /// An answer to CONNECT is a few lines.
    private static final int HEAD_BYTES_MAX = 8 * 1024;

    private static final Pattern STATUS_LINE =
            Pattern.compile("HTTP/1\\.[01] ([1-9])[0-9][0-9]\\b");

    /// After a tunnel was opened, the proxy counts as working for this time.
    private static final Duration SERVING_FOR = Duration.ofMinutes(1);

    private final String host;
    private final int port;
    private final @Nullable String userInfo;
    private volatile @Nullable Long openedNanos;

    private EgressProxy(String host, int port, @Nullable String userInfo) {
        this.host = host;
        this.port = port;
        this.userInfo = userInfo;
    }

    /// Reads `http://[user:password@]host:port`; empty for anything else.
    public static Optional<EgressProxy> parse(String text) {
        try {
            var uri = new URI(text);
            boolean plain =
                    "http".equalsIgnoreCase(uri.getScheme())
                            && uri.getHost() != null
                            && uri.getPort() > 0
                            && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
            return plain
                    ? Optional.of(new EgressProxy(uri.getHost(), uri.getPort(), uri.getUserInfo()))
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /// Turns a connection to the proxy into one to the address of the route.
    public void openTunnel(Socket wire, Route route) throws IOException {
        var literal = route.address().getHostAddress();
        var target =
                (route.address() instanceof Inet6Address ? "[" + literal + "]" : literal)
                        + ":"
                        + route.port();
        var request = new StringBuilder("CONNECT " + target + " HTTP/1.1\r\nhost: " + target);
        if (userInfo != null) {
            request.append("\r\nproxy-authorization: Basic ")
                    .append(Base64.getEncoder().encodeToString(userInfo.getBytes(UTF_8)));
        }
        wire.getOutputStream().write(request.append("\r\n\r\n").toString().getBytes(ISO_8859_1));
        judge(head(wire.getInputStream()));
    }

    private void judge(String answer) throws Failed {
        var status = STATUS_LINE.matcher(answer);
        if (!status.lookingAt()) {
            throw refused("the proxy's response was not valid HTTP");
        }
        if (status.group(1).equals("5")) {
            // The proxy tried, and the other side did not answer.
            throw tunnelFailed("the proxy could not connect");
        }
        if (!status.group(1).equals("2")) {
            throw refused("the proxy opened no tunnel");
        }
        openedNanos = System.nanoTime();
    }

    /// A proxy that opens tunnels to other addresses refuses this one. A proxy that opens none
    /// fails for all endpoints, which is not their fault.
    private Failed refused(String message) {
        var opened = openedNanos;
        boolean servesOthers = opened != null && System.nanoTime() - opened < SERVING_FOR.toNanos();
        return servesOthers
                ? tunnelFailed(message)
                : new Failed(LocalFault.PROXY, new IOException(message));
    }

    private static Failed tunnelFailed(String message) {
        return new Failed(Fault.CONNECT_OTHER, new IOException(message), message);
    }

    /// One byte at a time: the bytes that follow belong to the endpoint.
    private String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < HEAD_BYTES_MAX) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
            if (next == '\n' && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                return head.toString();
            }
        }
        throw refused("the proxy's response is too long");
    }

    /// Without the password.
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
