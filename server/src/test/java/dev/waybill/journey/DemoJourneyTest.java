package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A user tries Waybill with `waybill demo`.
class DemoJourneyTest {

    /// The promised time. Tests run on busy machines, so each state gets all of it.
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private static final Duration STOP_MAX = Duration.ofSeconds(40);

    @Test
    void withinAMinuteThereIsSomethingOfEverything() throws Exception {
        var folder = Postgres.newFolder();
        List<String> endpoints;
        try (var demo = start(folder, Map.of("WAYBILL_ADMIN_KEY", RunningService.ADMIN_KEY));
                var api = demo.api()) {
            seesEverything(api);
            endpoints = endpoints(api);
            assertThat(after("portal", demo.output())).contains("/portal/enter?link=plk_");
            assertThat(printedKey(demo)).as("a key of your own is not shown").startsWith("$");
            stopsCleanly(demo);
        }
        try (var again = start(folder, Map.of());
                var api = new ApiClient(again.address(), printedKey(again))) {
            var before = newest(api);
            Eventually.holds(() -> !newest(api).equals(before));
            assertThat(endpoints(api)).as("none is made twice").isEqualTo(endpoints);
            stopsCleanly(again);
        }
    }

    private static void seesEverything(ApiClient api) {
        await(api, "/v1/deliveries?state=delivered", _ -> true);
        await(api, "/v1/deliveries?state=pending", row -> row.get("attempts").intValue() > 0);
        await(api, "/v1/deliveries?state=expired&reason=ttl", _ -> true);
        await(api, "/v1/dead_letters?reason=permanent", row -> text(row, "cause").equals("422"));
        await(api, "/v1/dead_letters?reason=exhausted", row -> text(row, "cause").equals("reset"));
        await(api, "/v1/webhook_endpoints", row -> text(row, "state_reason").equals("gone"));
        var stuck = endpoint(api, "/acme/poison");
        await(
                api,
                "/v1/webhook_endpoints/" + text(stuck, "id") + "/lanes",
                lane -> lane.get("waiting").intValue() > 0);
        await(api, "/v1/replays", replay -> replay.get("total").intValue() > 0);
        await(api, "/v1/deliveries?dead_letter=closed", _ -> true);
    }

    private static void stopsCleanly(ServiceProcess demo) throws InterruptedException {
        int said = demo.errors().length();
        demo.terminate();
        assertThat(demo.exitCode(STOP_MAX)).isIn(0, 143);
        assertThat(demo.errors().substring(said)).doesNotContain(" WARN ", " ERROR ", "Exception");
    }

    private static ServiceProcess start(Path folder, Map<String, String> environment)
            throws IOException {
        return ServiceProcess.launch(environment, "demo", "--port=0", "--data=" + folder);
    }

    private static String printedKey(ServiceProcess demo) {
        return Eventually.get(() -> after("admin key", demo.output()), key -> !key.isEmpty());
    }

    private static String after(String label, List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(label))
                .map(line -> line.substring(label.length()).strip())
                .findFirst()
                .orElse("");
    }

    private static void await(ApiClient api, String path, Predicate<JsonNode> fits) {
        Eventually.get(A_MINUTE, () -> api.list(path), rows -> rows.stream().anyMatch(fits));
    }

    private static JsonNode endpoint(ApiClient api, String path) {
        return api.list("/v1/webhook_endpoints").stream()
                .filter(endpoint -> text(endpoint, "url").endsWith(path))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> endpoints(ApiClient api) {
        return texts(api.list("/v1/webhook_endpoints"), "id");
    }

    private static String newest(ApiClient api) {
        return text(api.list("/v1/deliveries?limit=1").getFirst(), "id");
    }
}
