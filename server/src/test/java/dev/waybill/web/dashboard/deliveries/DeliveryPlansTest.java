package dev.waybill.web.dashboard.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.web.site.Address;
import dev.waybill.web.site.delivery.DeliverySearch;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeliveryPlansTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    private static DeliveryPlans of(String... query) {
        return new DeliveryPlans(DeliverySearch.of(Address.at(NOW, query)));
    }

    @Test
    void allThatMatchesCanBeSentAgainWhereAPlanCanSayIt() {
        assertThat(of("code", "timeout").replay()).contains("cause=timeout", "state=undelivered");
        assertThat(of("code", "5XX", "state", "failed").replay()).contains("cause=5xx");
        assertThat(of("code", "503").replay()).contains("cause=503");
        assertThat(of("letter", "open").replay()).doesNotContain("state=");
    }

    @Test
    void thereIsNoPlanThatWouldSendSomethingElse() {
        assertThat(of("code", "timeout", "state", "delivered").replay()).isNull();
        assertThat(of("code", "503", "state", "delivered").replay()).isNull();
        assertThat(of("code", "2xx").replay()).isNull();
        assertThat(of("code", "503", "cause", "500").replay()).isNull();
        assertThat(of("by", "end").replay()).isNull();
        assertThat(of("state", "pending").replay()).isNull();
        assertThat(of("letter", "closed").replay()).isNull();
    }
}
