package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Route;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// TLS over an open socket. The certificate must be valid for the name in the URL, regardless of
/// the address. A new connection resumes a session of its route if there is one, and computes only
/// when it has a turn ([decision 24](docs/decisions/0024-https-connections.md)).
final class Tls {

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    /// A connection after its handshake.
    ///
    /// @param wire the TCP socket, with the bytes that were read and not decrypted yet
    /// @param talk the TLS socket over it
    record Secured(Socket wire, SSLSocket talk) {}

    private final TlsSessions sessions;
    private final HandshakeTurns turns;

    /// @param contexts new contexts that all trust the same issuers
    Tls(Supplier<SSLContext> contexts) {
        this(new TlsSessions(contexts), new HandshakeTurns());
    }

    Tls(TlsSessions sessions, HandshakeTurns turns) {
        this.sessions = sessions;
        this.turns = turns;
    }

    Secured over(Socket wire, Route route, UUID appId, Deadline deadline) throws IOException {
        try (var turn = turns.forHandshake(appId, deadline)) {
            return over(wire, route, turn);
        }
    }

    private Secured over(Socket wire, Route route, HandshakeTurns.Turn turn) throws IOException {
        turn.take();
        try {
            var name = withoutRootDot(route.host());
            var factory = sessions.of(route, System.nanoTime());
            var resting = new RestingSocket(wire, turn);
            var socket = (SSLSocket) factory.createSocket(resting, name, route.port(), true);
            socket.setSSLParameters(parameters(socket.getSSLParameters(), name));
            socket.startHandshake();
            return new Secured(resting, socket);
        } catch (SSLException | IllegalArgumentException e) {
            // IllegalArgumentException: a name that cannot be in a certificate, such as one with a
            // long label.
            throw turn.isRefused() ? turn.refusal() : TlsFault.failed(e);
        }
    }

    private static SSLParameters parameters(SSLParameters parameters, String name) {
        parameters.setProtocols(PROTOCOLS);
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setServerNames(serverNames(name));
        return parameters;
    }

    /// RFC 6066 §3: a literal address is not sent as a server name.
    private static List<SNIServerName> serverNames(String name) {
        return isLiteral(name) ? List.of() : List.of(new SNIHostName(name));
    }

    private static boolean isLiteral(String name) {
        try {
            InetAddress.ofLiteral(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String withoutRootDot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }
}
