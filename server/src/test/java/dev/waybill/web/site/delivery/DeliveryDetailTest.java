package dev.waybill.web.site.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.chart.Strip;
import dev.waybill.web.site.endpoint.EndpointNames;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeliveryDetailTest {

    @Test
    void whatIsForgottenIsNotOfferedToBeSentAgain() {
        assertThat(story(DeliveryState.FAILED).isSendable()).isFalse();
    }

    private static DeliveryDetail story(DeliveryState state) {
        var id = UUID.fromString("01890000-0000-7000-8000-000000000001");
        var delivery =
                new DeliveryView(
                        id,
                        new DeliveryView.EventRef(id, null, "some.event", null, null),
                        id,
                        null,
                        new DeliveryView.Progress(
                                state,
                                Reason.EXHAUSTED,
                                null,
                                1,
                                null,
                                Instant.EPOCH,
                                Instant.EPOCH,
                                null),
                        null,
                        false,
                        null,
                        null);
        var captured = new Strip.Moment(Instant.EPOCH, Strip.Kind.CAPTURED, "captured");
        return new DeliveryDetail(
                delivery,
                null,
                null,
                StatusBadge.of(delivery),
                new EndpointNames.Named(id, "example.com", "https://example.com/", ""),
                null,
                List.of(),
                Strip.of(List.of(captured), Instant.EPOCH),
                null,
                "req_1",
                false);
    }
}
