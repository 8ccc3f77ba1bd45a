package dev.waybill.infra.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "2001:db8:1:2::1, 2001:db8:1:2:ffff::9",
        "2001:DB8:1:2::1, 2001:db8:1:2::1",
        "::ffff:192.0.2.7, 192.0.2.7",
    })
    void theyAreOne(String one, String other) {
        assertThat(Network.of(one)).isEqualTo(Network.of(other));
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.7, 192.0.2.8", "2001:db8:1:2::1, 2001:db8:1:3::1", "::1, 127.0.0.1"})
    void theyAreTwo(String one, String other) {
        assertThat(Network.of(one)).isNotEqualTo(Network.of(other));
    }

    @Test
    void anAddressWithAScopeIsReadWithoutIt() {
        assertThat(Network.of("fe80:0:0:0:1:2:3:4%eth0")).isEqualTo(Network.of("fe80::1"));
    }
}
