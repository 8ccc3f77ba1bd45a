package dev.waybill.deliver;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.deliver.OutgoingRequest.Header;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Ids;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ComposerTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final UUID DELIVERY = Ids.lowestAt(NOON);

    private final Composer composer = new Composer("1.2.3");

    @Test
    void everyHeaderIsThereOnceAndInOrder() throws Target.Unusable {
        var request = compose(new Envelope("evt_1", body(), "2026-05-01T13:00:00.000Z", "00-ab"));

        assertThat(request.headers())
                .containsExactly(
                        new Header("content-type", "application/json"),
                        new Header("user-agent", "Waybill/1.2.3"),
                        new Header("webhook-id", "evt_1"),
                        new Header("webhook-timestamp", "1777636800"),
                        new Header("webhook-signature", request.signature()),
                        new Header("waybill-delivery", IdKind.DELIVERY.format(DELIVERY)),
                        new Header("waybill-attempt", "3"),
                        new Header("waybill-expires-at", "2026-05-01T13:00:00.000Z"),
                        new Header("traceparent", "00-ab"));
    }

    @Test
    void whatTheEventDoesNotHaveIsNotSent() throws Target.Unusable {
        var request = compose(new Envelope("evt_1", body(), null, null));

        assertThat(request.headers())
                .extracting(Header::name)
                .doesNotContain("waybill-expires-at", "traceparent");
    }

    @Test
    void theSignatureIsOverWhatIsSent() throws Target.Unusable {
        var request = compose(new Envelope("evt_1", body(), null, null));

        assertThat(request.body()).isEqualTo(body());
        assertThat(request.signature())
                .isEqualTo(Signer.sign(SECRET, "evt_1", NOON.getEpochSecond(), body()));
        assertThat(List.of(request.signature().split(" "))).hasSize(1);
    }

    private OutgoingRequest compose(Envelope envelope) throws Target.Unusable {
        var target = Target.parse("https://example.com/hook");
        return composer.compose(target, SECRET, envelope, DELIVERY, 3, NOON.plusMillis(999));
    }

    private static byte[] body() {
        return "{\"id\":\"evt_1\"}".getBytes(UTF_8);
    }
}
