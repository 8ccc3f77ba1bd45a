package dev.waybill.engine.deliver.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.net.Cidr;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressAddressTest {

    private static final Resolver NONE = (_, _, _) -> List.of();

    private final EgressGuard guard = Guards.strict(NONE);

    /// The first and the last address of each range, and the neighbours outside; a dash where the
    /// neighbour is another range's.
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0,       0.255.255.255,   -,               1.0.0.0",
        "10.0.0.0,      10.255.255.255,  9.255.255.255,   11.0.0.0",
        "100.64.0.0,    100.127.255.255, 100.63.255.255,  100.128.0.0",
        "127.0.0.0,     127.255.255.255, 126.255.255.255, 128.0.0.0",
        "168.63.129.16, 168.63.129.16,   168.63.129.15,   168.63.129.17",
        "169.254.0.0,   169.254.255.255, 169.253.255.255, 169.255.0.0",
        "172.16.0.0,    172.31.255.255,  172.15.255.255,  172.32.0.0",
        "192.0.0.0,     192.0.0.255,     191.255.255.255, 192.0.1.0",
        "192.0.2.0,     192.0.2.255,     192.0.1.255,     192.0.3.0",
        "192.31.196.0,  192.31.196.255,  192.31.195.255,  192.31.197.0",
        "192.52.193.0,  192.52.193.255,  192.52.192.255,  192.52.194.0",
        "192.88.99.0,   192.88.99.255,   192.88.98.255,   192.88.100.0",
        "192.168.0.0,   192.168.255.255, 192.167.255.255, 192.169.0.0",
        "192.175.48.0,  192.175.48.255,  192.175.47.255,  192.175.49.0",
        "198.18.0.0,    198.19.255.255,  198.17.255.255,  198.20.0.0",
        "198.51.100.0,  198.51.100.255,  198.51.99.255,   198.51.101.0",
        "203.0.113.0,   203.0.113.255,   203.0.112.255,   203.0.114.0",
        "224.0.0.0,     239.255.255.255, 223.255.255.255, -",
        "240.0.0.0,     255.255.255.255, -,               -",
    })
    void aDeniedRangeEndsWhereItEnds(String first, String last, String below, String above) {
        assertThat(allows(first)).isFalse();
        assertThat(allows(last)).isFalse();
        assertThat(below.equals("-") || allows(below)).as(below).isTrue();
        assertThat(above.equals("-") || allows(above)).as(above).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "8.8.8.8", "93.184.216.34", "169.255.169.254"})
    void publicAddressesAreAllowed(String address) {
        assertThat(allows(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::",
                "::1",
                "::7f00:1",
                "::169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::1",
                "100::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "5f00::1",
                "2001::1",
                "2001:0:a9fe:a9fe::1",
                "2001:2::1",
                "2001:20::1",
                "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
                "2001:db8::1",
                "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
                "2002:7f00:1::1",
                "2002:a9fe:a9fe::1",
                "3fff::1",
                "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
                "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                "4000::1",
                "2620:4f:8000::1",
                "2600:1::5efe:a9fe:a9fe",
                "2600:1::200:5efe:7f00:1",
            })
    void ipv6OutsideGlobalUnicastAndItsSpecialPartsAreDenied(String address) {
        assertThat(allows(address)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2000::1",
                "2001:200::1",
                "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
                "2001:db9::1",
                "2001:4860:4860::8888",
                "2003::1",
                "2606:4700:4700::1111",
                "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                "3fff:1000::1",
                "2620:4f:8001::1",
                "2600:1::5efe:808:808",
            })
    void globalUnicastIsAllowed(String address) {
        assertThat(allows(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"})
    void aMappedAddressIsJudgedByWhatItEmbeds(String address) {
        assertThat(allows(address)).isFalse();
        assertThat(Guards.development(NONE).allows(InetAddress.ofLiteral("::ffff:10.0.0.1")))
                .isFalse();
    }

    @Test
    void aMappedAddressThatStayedIpv6IsDenied() throws UnknownHostException {
        var bytes = new byte[16];
        bytes[10] = bytes[11] = (byte) 0xFF;
        bytes[12] = 8;
        bytes[13] = bytes[14] = bytes[15] = 8;

        assertThat(guard.allows(Inet6Address.getByAddress(null, bytes, 0))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.8.8.8, true",
        "::1,       true",
        "0.0.0.0,   false",
        "10.0.0.1,  false",
        "::,        false",
        "fe80::1,   false",
        "8.8.8.8,   true",
    })
    void developmentAllowsLoopbackAndNothingElse(String address, boolean allowed) {
        var development = Guards.development(NONE);

        assertThat(development.allows(InetAddress.ofLiteral(address))).isEqualTo(allowed);
    }

    private boolean allows(String address) {
        return guard.allows(InetAddress.ofLiteral(address));
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, true",
        "10.2.0.0, false",
        "fd00::5, true",
        "fd01::5, false",
        "192.168.0.7, true",
        "192.168.0.8, false",
        "127.0.0.1, false",
    })
    void theOperatorMayAllowPrivateRanges(String address, boolean allowed) {
        var ranges =
                Stream.of("10.1.0.0/16", "fd00::/16", "192.168.0.7")
                        .map(range -> Cidr.parse(range).orElseThrow())
                        .toList();
        var guard = new EgressGuard(false, PortPolicy.DEFAULT, ranges, NONE);

        assertThat(guard.allows(InetAddress.ofLiteral(address))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "host/8", "10.0.0.0/x"})
    void whatIsNoRangeIsNoRange(String text) {
        assertThat(Cidr.parse(text)).isEmpty();
    }
}
