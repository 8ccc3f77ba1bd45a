package dev.waybill.engine.deliver.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.infra.net.Cidr;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Targets that are refused by name and port, before any look-up.
class EgressGuardTest {

    private static final Resolver NONE = (_, _, _) -> List.of();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost/",
                "https://LOCALHOST/",
                "https://a.localhost/",
                "https://printer.local/",
                "https://metadata.google.internal/",
                "https://host.docker.internal/",
                "https://box.localdomain/",
                "https://api.default.svc/",
                "https://api.default.svc.cluster.local/",
                "https://redis/",
                "https://nas.home.arpa/",
                "https://vault.service.consul/",
            })
    void namesOfOurOwnNetworkAreRefused(String url) {
        assertThatThrownBy(() -> Guards.strict(NONE).check(Target.parse(url)))
                .isInstanceOf(Target.Unusable.class)
                .hasMessageContaining("network");
        assertThatCode(() -> Guards.development(NONE).check(Target.parse(url)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/",
                "https://local.example.com/",
                "https://internal.example.com/",
                "https://mylocal.example/",
                "https://8.8.8.8/",
                "https://[2600::1]/",
            })
    void otherNamesAreNot(String url) {
        assertThatCode(() -> Guards.strict(NONE).check(Target.parse(url)))
                .doesNotThrowAnyException();
    }

    @Test
    void whoMayCallPrivateAddressesMayCallThemByName() throws Target.Unusable {
        var ranges = List.of(Cidr.parse("10.0.0.0/8").orElseThrow());

        new EgressGuard(false, PortPolicy.DEFAULT, ranges, NONE)
                .check(Target.parse("https://hooks.internal/"));
    }

    @ParameterizedTest
    @CsvSource({
        "80, true", "443, true", "8080, true", "8443, true", "3000, true", "1024, true",
        "65535, true", "22, false", "25, false", "1, false", "1023, false", "81, false",
        "5432, false", "6379, false", "11211, false", "2375, false", "6443, false", "9200, false",
        "8500, false", "27017, false", "9092, false", "10250, false",
    })
    void portsOfOtherServicesAreRefused(int port, boolean allowed) {
        assertThat(PortPolicy.DEFAULT.allows(port)).isEqualTo(allowed);
    }

    @Test
    void aListOfPortsReplacesTheDefault() {
        var policy = PortPolicy.parse("443, 6000-6400").orElseThrow();

        assertThat(policy.allows(443)).isTrue();
        assertThat(policy.allows(6379)).isTrue();
        assertThat(policy.allows(80)).isFalse();
        assertThat(policy.allows(6401)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "0", "70000", "5-4", "1-70000", "443,", "-1"})
    void whatIsNoListOfPortsIsNone(String text) {
        assertThat(PortPolicy.parse(text)).isEmpty();
    }
}
