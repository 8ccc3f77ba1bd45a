package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The admin key of the settings has leaked and is replaced: portal links that were created with it
/// stop working.
class ReplacedAdminKeyJourneyTest {

    private static final String HOME = "/portal/event-types";

    @Test
    void itsLinksAndTheirSessionsEnd() throws Exception {
        var database = Postgres.newDatabase();
        JsonNode used;
        JsonNode unused;
        ApiClient.Answer entered;
        try (var service = RunningService.on(database, true)) {
            used = service.api().post("/v1/portal_links", "{}").expect(201).json();
            unused = service.api().post("/v1/portal_links", "{}").expect(201).json();
            entered = enter(service, used);
            UiClient.of(service).with(entered).get(HOME).expect(200);
        }

        // A restart alone ends nothing.
        try (var service = RunningService.on(database, true)) {
            UiClient.of(service).with(entered).get(HOME).expect(200);
        }

        try (var service =
                RunningService.withAdminKey(database, "WaybillMarker-another-key-0123456789")) {
            UiClient.of(service).with(entered).get(HOME).expect(303);
            assertThat(enter(service, unused).header("Set-Cookie")).isEmpty();
        }
    }

    private static ApiClient.Answer enter(RunningService service, JsonNode link) {
        var code = URI.create(text(link, "url")).getFragment();
        return UiClient.of(service).post("/portal/enter", "code", code).expect(303);
    }
}
