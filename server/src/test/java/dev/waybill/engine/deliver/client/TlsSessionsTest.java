package dev.waybill.engine.deliver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.deliver.egress.Route;
import dev.waybill.engine.deliver.egress.Target.Scheme;
import dev.waybill.testing.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which connections resume a session, counted by a receiver, at a time that is handed in.
class TlsSessionsTest {

    private static final String TLS_13 = "TLSv1.3";
    private static final long NOW = 1_000_000_000_000L;
    private static final Route ROUTE = route("hooks.example", 443, "203.0.113.1");

    @SuppressWarnings("NullAway.Init")
    private static SelfSigned certificate;

    /// The certificates that new contexts trust.
    private final AtomicReference<SelfSigned> trusted = new AtomicReference<>(certificate);

    private final TlsSessions sessions = new TlsSessions(() -> trusted.get().context());

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = SelfSigned.valid();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", TLS_13})
    void laterConnectionsOfARouteResumeItsSession(String protocol) throws IOException {
        try (var peer = new TlsPeer(certificate, protocol)) {
            connect(peer, ROUTE, NOW);
            connect(peer, ROUTE, NOW);
            connect(peer, ROUTE, NOW);

            assertThat(peer.fullHandshakes()).isOne();
        }
    }

    /// The receiver would accept the session on each of them.
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", TLS_13})
    void aSessionIsOfferedOnItsOwnRouteOnly(String protocol) throws IOException {
        try (var peer = new TlsPeer(certificate, protocol)) {
            connect(peer, ROUTE, NOW);

            connect(peer, route("hooks.example", 443, "203.0.113.2"), NOW);
            assertThat(peer.fullHandshakes()).as("another address").isEqualTo(2);
            connect(peer, route("127.0.0.1", 443, "203.0.113.1"), NOW);
            assertThat(peer.fullHandshakes()).as("another name").isEqualTo(3);
            connect(peer, route("hooks.example", 8443, "203.0.113.1"), NOW);
            assertThat(peer.fullHandshakes()).as("another port").isEqualTo(4);
        }
    }

    /// However often the session was resumed and renewed in the meantime.
    @Test
    void aCertificateIsCheckedAgainWhenTheLifetimeIsOver() throws Exception {
        long last = NOW + TlsSessions.LIFETIME.toNanos();
        try (var peer = new TlsPeer(certificate, TLS_13)) {
            connect(peer, ROUTE, NOW);
            trusted.set(SelfSigned.expired());

            connect(peer, ROUTE, NOW + 1);
            connect(peer, ROUTE, last);
            assertThat(peer.fullHandshakes()).isOne();

            assertThatThrownBy(() -> connect(peer, ROUTE, last + 1))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void theOldestRoutesAreForgotten() throws IOException {
        var few = new TlsSessions(() -> certificate.context(), 2);
        var first = few.of(ROUTE, NOW);
        assertThat(few.of(ROUTE, NOW)).isSameAs(first);

        few.of(route("hooks.example", 1, "203.0.113.1"), NOW);
        few.of(route("hooks.example", 2, "203.0.113.1"), NOW);
        assertThat(few.size()).isEqualTo(2);
        assertThat(few.of(ROUTE, NOW)).isNotSameAs(first);

        few.of(ROUTE, NOW + 2 * TlsSessions.LIFETIME.toNanos());
        assertThat(few.size()).as("the others are over").isOne();
    }

    /// Like [Connection], it closes the TCP socket only: the JDK ends the session of a TLS socket
    /// that is closed before the other side has closed its own.
    private void connect(TlsPeer peer, Route route, long nowNanos) throws IOException {
        try (var wire = peer.connect()) {
            var factory = sessions.of(route, nowNanos);
            var socket = (SSLSocket) factory.createSocket(wire, route.host(), route.port(), true);
            var parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            TlsPeer.talk(socket);
        }
    }

    private static Route route(String host, int port, String address) {
        return new Route(Scheme.HTTPS, host, port, InetAddress.ofLiteral(address));
    }
}
