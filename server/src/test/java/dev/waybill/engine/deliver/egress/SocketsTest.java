package dev.waybill.engine.deliver.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.LocalFault;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

/// Which faults of connecting are local. [OwnTroubleTest] lets the kernel cause them.
class SocketsTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

    @Test
    void withoutAPortToConnectFromTheTroubleIsOurs() {
        assertThat(Sockets.faultOf(new BindException(), HERE)).isEqualTo(LocalFault.PORTS);
    }

    /// Which is how a system without IPv6 answers for every such address.
    @Test
    void anAddressOfAFamilyThatWeLackIsNotOurTrouble() {
        assertEndpoints(new BindException(), InetAddress.ofLiteral("2001:db8::1"));
    }

    @Test
    void anAnswerOfTheOtherSideOrOfARouterIsNotOurTrouble() {
        assertEndpoints(new ConnectException(), HERE);
        assertEndpoints(new NoRouteToHostException(), HERE);
        assertEndpoints(new SocketTimeoutException(), HERE);
    }

    private static void assertEndpoints(IOException trouble, InetAddress to) {
        assertThat(Sockets.faultOf(trouble, to)).as(trouble.toString()).isNull();
    }
}
