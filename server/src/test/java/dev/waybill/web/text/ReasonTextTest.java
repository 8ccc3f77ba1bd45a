package dev.waybill.web.text;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.feature.deliveries.DeliveryView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReasonTextTest {

    @Test
    void anExpirySaysWhichRuleSetIt() {
        assertThat(words(ExpiryRule.EVENT))
                .isEqualTo("The event expired at 2026-05-01T12:00:00.000Z, as set by the publish.");
        assertThat(words(ExpiryRule.POINTER)).endsWith(", as set by its data.");
        assertThat(words(ExpiryRule.TYPE)).endsWith(", as set by the TTL of its event type.");
        assertThat(words(null)).isEqualTo("The event expired at 2026-05-01T12:00:00.000Z.");
    }

    private static @Nullable String words(@Nullable ExpiryRule rule) {
        var id = new UUID(1, 1);
        return ReasonText.of(
                new DeliveryView(
                        id,
                        new DeliveryView.EventRef(id, null, "a.b", NOON, rule),
                        id,
                        null,
                        new DeliveryView.Progress(
                                DeliveryState.EXPIRED, Reason.TTL, null, 0, null, NOON, NOON, null),
                        null,
                        false,
                        null,
                        null));
    }
}
