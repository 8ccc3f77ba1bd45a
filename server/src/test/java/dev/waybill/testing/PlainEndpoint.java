package dev.waybill.testing;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.endpoint.Standing;
import dev.waybill.domain.event.EventFormat;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// An endpoint for tests that have no database.
public final class PlainEndpoint {

    private PlainEndpoint() {}

    public static Endpoint create() {
        return new Endpoint(
                new UUID(0x0198_0000_0000_7000L, 0x8000_0000_0000_0007L),
                Apps.DEFAULT,
                Mode.LIVE,
                new EndpointSettings(
                        "https://example.com/hooks",
                        "",
                        List.of("*"),
                        null,
                        new DeliveryLimits(
                                Duration.ofSeconds(15), DeliveryLimits.IN_FLIGHT_DEFAULT, null),
                        HealthRules.DEFAULT,
                        OrderRules.DEFAULT,
                        null,
                        EventFormat.WAYBILL),
                new Credentials(
                        new Credentials.Secret(SignatureScheme.STANDARD, new byte[0], null),
                        null,
                        Credentials.Headers.NONE),
                Standing.active(ManualClock.NOON),
                ManualClock.NOON,
                ManualClock.NOON,
                false);
    }
}
