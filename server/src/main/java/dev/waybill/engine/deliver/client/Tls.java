package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Route;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// TLS over an open socket. The certificate must be valid for the name in the URL, whatever its
/// address.
final class Tls {

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final SSLContext context;

    Tls(SSLContext context) {
        this.context = context;
    }

    SSLSocket over(Socket wire, Route route) throws IOException {
        try {
            var name = withoutRootDot(route.host());
            var factory = context.getSocketFactory();
            var socket = (SSLSocket) factory.createSocket(wire, name, route.port(), true);
            socket.setSSLParameters(parameters(socket.getSSLParameters(), name));
            socket.startHandshake();
            return socket;
        } catch (SSLException | IllegalArgumentException e) {
            // IllegalArgumentException: a name that cannot be in a certificate, such as one with a
            // long label.
            throw TlsFault.failed(e);
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
