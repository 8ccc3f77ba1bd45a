package dev.waybill.web.site.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.stats.Counts;
import org.junit.jupiter.api.Test;

class HealthTest {

    @Test
    void whatPeopleSetComesFirst() {
        assertThat(Health.of(EndpointState.PAUSED, new Counts(), 3)).isEqualTo(Health.PAUSED);
        assertThat(Health.of(EndpointState.DISABLED, new Counts(), 3)).isEqualTo(Health.DISABLED);
    }

    @Test
    void whoseLastDeliveryDiedFails() {
        assertThat(Health.of(EndpointState.ACTIVE, new Counts(), 1)).isEqualTo(Health.FAILING);
        assertThat(Health.of(EndpointState.ACTIVE, new Counts(), 0)).isEqualTo(Health.QUIET);
    }
}
