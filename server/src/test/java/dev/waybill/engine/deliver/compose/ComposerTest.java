package dev.waybill.engine.deliver.compose;

import static dev.waybill.domain.endpoint.SignatureScheme.HEX;
import static dev.waybill.domain.endpoint.SignatureScheme.STANDARD;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.engine.deliver.sign.Signatory;
import dev.waybill.engine.deliver.sign.SigningKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ComposerTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OLDER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final UUID DELIVERY = Ids.lowestAt(NOON);

    private final Composer composer = new Composer("1.2.3");

    @Test
    void everyHeaderIsThereOnceAndInOrder() throws Exception {
        var request =
                compose(new Envelope("evt_1", "a.b", body(), "2026-05-01T13:00:00.000Z", "00-ab"));

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
    void whatTheEventDoesNotHaveIsNotSent() throws Exception {
        var request = compose(new Envelope("evt_1", "a.b", body(), null, null));

        assertThat(request.headers())
                .extracting(Header::name)
                .doesNotContain("waybill-expires-at", "traceparent");
    }

    @Test
    void theSignatureIsOverWhatIsSent() throws Exception {
        var request = compose(new Envelope("evt_1", "a.b", body(), null, null));

        assertThat(request.body()).isEqualTo(body());
        assertThat(request.signature())
                .isEqualTo(key(STANDARD, SECRET).sign(message()))
                .doesNotContain(" ");
    }

    @Test
    void theHexSchemeHasHeadersOfItsOwn() throws Exception {
        var request = compose(new Signatory(key(HEX, SECRET), null, List.of()));

        assertThat(request.headers())
                .extracting(Header::name)
                .contains("webhook-id", "webhook-timestamp")
                .doesNotContain("webhook-signature");
        assertThat(request.headers())
                .contains(
                        new Header("x-webhook-id", IdKind.DELIVERY.format(DELIVERY)),
                        new Header("x-webhook-timestamp", "1777636800"),
                        new Header("x-webhook-signature", key(HEX, SECRET).sign(message())));
    }

    @Test
    void untilItsTimeIsUpTheOldSecretSignsToo() throws Exception {
        var newer = key(STANDARD, SECRET);
        var older = key(STANDARD, OLDER_SECRET);

        assertThat(header(rotating(newer, older, NOON.plusSeconds(1)), "webhook-signature"))
                .containsExactly(newer.sign(message()) + " " + older.sign(message()));
        assertThat(header(rotating(newer, older, NOON.plusMillis(999)), "webhook-signature"))
                .containsExactly(newer.sign(message()));
    }

    @Test
    void twoHexEntriesAreJoinedByAComma() throws Exception {
        var newer = key(HEX, SECRET);
        var older = key(HEX, OLDER_SECRET);

        assertThat(header(rotating(newer, older, NOON.plusSeconds(1)), "x-webhook-signature"))
                .containsExactly(newer.sign(message()) + "," + older.sign(message()));
    }

    /// From one scheme to the other and back: each secret in the headers of its own scheme.
    @Test
    void schemesCanBeChangedWithOverlap() throws Exception {
        var hex = key(HEX, SECRET);
        var standard = key(STANDARD, OLDER_SECRET);

        for (var request :
                List.of(
                        rotating(hex, standard, NOON.plusSeconds(1)),
                        rotating(standard, hex, NOON.plusSeconds(1)))) {
            assertThat(header(request, "x-webhook-signature")).containsExactly(hex.sign(message()));
            assertThat(header(request, "webhook-signature"))
                    .containsExactly(standard.sign(message()));
        }
    }

    @Test
    void headersOfTheOwnersOwnFollowOurs() throws Exception {
        var own = new Header("Authorization", "Bearer of theirs");

        var request = compose(new Signatory(key(STANDARD, SECRET), null, List.of(own)));

        assertThat(request.headers()).endsWith(own);
    }

    private OutgoingRequest rotating(SigningKey newer, SigningKey older, Instant until)
            throws Target.Unusable {
        return compose(new Signatory(newer, new Signatory.Retiring(older, until), List.of()));
    }

    private OutgoingRequest compose(Envelope envelope) throws Exception {
        return compose(new Signatory(key(STANDARD, SECRET), null, List.of()), envelope);
    }

    private OutgoingRequest compose(Signatory signatory) throws Target.Unusable {
        return compose(signatory, new Envelope("evt_1", "a.b", body(), null, null));
    }

    private OutgoingRequest compose(Signatory signatory, Envelope envelope) throws Target.Unusable {
        var target = Target.parse("https://example.com/hook");
        return composer.compose(
                Apps.DEFAULT, target, signatory, envelope, DELIVERY, 3, NOON.plusMillis(999));
    }

    private static List<String> header(OutgoingRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(Header::value)
                .toList();
    }

    private static SigningKey key(SignatureScheme scheme, String secret)
            throws SigningKey.Unusable {
        return SigningKey.parse(scheme, secret);
    }

    private static SigningKey.Message message() {
        return new SigningKey.Message("evt_1", NOON.getEpochSecond(), body());
    }

    private static byte[] body() {
        return "{\"id\":\"evt_1\"}".getBytes(UTF_8);
    }
}
