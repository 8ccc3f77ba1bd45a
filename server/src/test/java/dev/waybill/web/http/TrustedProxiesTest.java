package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.infra.net.Cidr;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedProxiesTest {

    private static final TrustedProxies PROXIES =
            new TrustedProxies(
                    List.of(
                            Cidr.parse("10.0.0.0/8").orElseThrow(),
                            Cidr.parse("fd00::/8").orElseThrow()));

    private static String client(String peer, String... headers) throws BadRequest {
        var text = new StringBuilder("GET / HTTP/1.1\r\nHost: a\r\n");
        for (var header : headers) {
            text.append(header).append("\r\n");
        }
        var head = RequestHead.parse(text.append("\r\n").toString().getBytes(ISO_8859_1));
        return PROXIES.clientOf(head, InetAddress.ofLiteral(peer)).getHostAddress();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The nearest hop that is not a trusted proxy.
                "X-Forwarded-For: 192.0.2.7                            | 192.0.2.7",
                "X-Forwarded-For: 192.0.2.7:4711                       | 192.0.2.7",
                "X-Forwarded-For: 198.51.100.1, 192.0.2.7              | 192.0.2.7",
                "X-Forwarded-For: 198.51.100.1, 192.0.2.7, 10.0.0.2    | 192.0.2.7",
                "X-Forwarded-For: 2001:db8::1                          | 2001:db8:0:0:0:0:0:1",
                "X-Forwarded-For: [2001:db8::1]:443, fd00::1           | 2001:db8:0:0:0:0:0:1",
                "Forwarded: for=192.0.2.7                              | 192.0.2.7",
                "Forwarded: proto=https;For=192.0.2.7;by=10.0.0.1      | 192.0.2.7",
                "Forwarded: for=198.51.100.1, for=\"192.0.2.7:4711\"   | 192.0.2.7",
                "Forwarded: for=\"[2001:db8::1]:4711\"                 | 2001:db8:0:0:0:0:0:1",
                "Forwarded: for=\"a,b\", for=192.0.2.7                 | 192.0.2.7",
                // All are proxies: the first of them.
                "X-Forwarded-For: 10.0.0.3, 10.0.0.2                   | 10.0.0.3",
                // An unreadable hop ends the way back.
                "X-Forwarded-For: unknown                              | 10.0.0.1",
                "X-Forwarded-For: 192.0.2.7, unknown, 10.0.0.2         | 10.0.0.2",
                "X-Forwarded-For: 192.0.2                              | 10.0.0.1",
                "X-Forwarded-For: 192.0.2.07                           | 10.0.0.1",
                "X-Forwarded-For: fe80::1%eth0                         | 10.0.0.1",
                "X-Forwarded-For: ,                                    | 10.0.0.1",
                "Forwarded: for=_hidden                                | 10.0.0.1",
                "Forwarded: by=192.0.2.7                               | 10.0.0.1",
                "Forwarded: for=\"192.0.2.7                            | 10.0.0.1",
                "X-Other: 192.0.2.7                                    | 10.0.0.1",
            })
    void aTrustedPeerNamesTheClient(String header, String client) throws BadRequest {
        assertThat(client("10.0.0.1", header)).isEqualTo(client);
    }

    @Test
    void repeatedHeadersAreOneList() throws BadRequest {
        assertThat(
                        client(
                                "10.0.0.1",
                                "X-Forwarded-For: 198.51.100.1",
                                "X-Forwarded-For: 192.0.2.7, 10.0.0.2"))
                .isEqualTo("192.0.2.7");
    }

    @Test
    void otherPeersAreTheClientWhateverTheySay() throws BadRequest {
        assertThat(
                        client(
                                "192.0.2.9",
                                "X-Forwarded-For: 198.51.100.1",
                                "Forwarded: for=198.51.100.2"))
                .isEqualTo("192.0.2.9");
    }

    @Test
    void bothHeadersMayNameTheSameClient() throws BadRequest {
        assertThat(
                        client(
                                "10.0.0.1",
                                "X-Forwarded-For: 192.0.2.7, 10.0.0.2",
                                "Forwarded: for=192.0.2.7"))
                .isEqualTo("192.0.2.7");
    }

    /// A proxy that writes one of them passes on the other as the client has sent it.
    @Test
    void headersThatNameDifferentClientsAreRefused() {
        assertThatThrownBy(() ->
                        client(
                                "10.0.0.1",
                                "X-Forwarded-For: 192.0.2.7",
                                "Forwarded: for=198.51.100.1"))
                .isInstanceOf(BadRequest.class)
                .hasMessageContaining("different clients");
    }

    @Test
    void withoutProxiesNobodyIsAsked() {
        assertThat(TrustedProxies.NONE.trusts(InetAddress.getLoopbackAddress())).isFalse();
    }
}
