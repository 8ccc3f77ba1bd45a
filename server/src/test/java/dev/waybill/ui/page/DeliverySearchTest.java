package dev.waybill.ui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Ids;
import dev.waybill.query.DeliveryView;
import dev.waybill.query.Page;
import dev.waybill.ui.Link;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeliverySearchTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    private static final UUID LAST = UUID.fromString("01a1e3a7-6984-7abc-a4d8-dd14319aa90e");
    private static final Link LIST = Link.to("/portal/deliveries");

    private static DeliverySearch of(String... query) {
        return DeliverySearch.of(Address.at(NOW, query));
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

    @Test
    void aCustomersListGoesOnWithoutNamingWhatIsAnothers() {
        var others = new Page<DeliveryView>(List.of(), LAST);
        var next = String.valueOf(of().olderOfCustomer(LIST, others));

        var place = next.substring(next.indexOf("dlv_"));
        var before = IdKind.DELIVERY.parse(place).orElseThrow();
        assertThat(before).isEqualTo(Ids.lowestAt(Ids.timeOf(LAST).plusMillis(1)));
        assertThat(before.toString()).isGreaterThan(LAST.toString());
        assertThat(of().olderOfCustomer(LIST, new Page<>(List.of(delivery()), LAST)))
                .endsWith(IdKind.DELIVERY.format(LAST));
        assertThat(of().olderOfCustomer(LIST, new Page<>(List.of(), null))).isNull();
    }

    private static DeliveryView delivery() {
        return new DeliveryView(
                LAST,
                LAST,
                null,
                "order.shipped",
                LAST,
                DeliveryState.DELIVERED,
                null,
                1,
                null,
                NOW,
                null,
                NOW,
                null,
                null,
                false,
                null,
                null,
                null);
    }
}
