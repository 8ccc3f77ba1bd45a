package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A public catalog of many and large types.
class LargeCatalogJourneyTest {

    private static final int TYPES = 60;
    private static final int EXAMPLE_BYTES = 40_000;

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();

    @BeforeAll
    static void fill() {
        var example = "x".repeat(EXAMPLE_BYTES);
        for (int i = 0; i < TYPES; i++) {
            var type = ApiClient.JSON.createObjectNode().put("name", "large.t%02d".formatted(i));
            type.putObject("example").put("text", example);
            api.post("/v1/event_types", type.toString()).expect(201);
        }
    }

    @Test
    void pagesAreBoundedByBytesAndNothingIsLeftOut() {
        var names = new ArrayList<String>();
        var path = "/catalog";
        while (path != null) {
            var page = UiClient.of(journey).get(path).expect(200);
            assertThat(page.body().length).isLessThan(3_000_000);
            var text = page.text();
            for (int i = 0; i < TYPES; i++) {
                var name = "large.t%02d".formatted(i);
                if (text.contains("id=\"" + name + "\"")) {
                    names.add(name);
                }
            }
            path = next(text);
        }
        assertThat(names).hasSize(TYPES).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aListOfTheApiIsBoundedByBytesToo() {
        var names = new ArrayList<String>();
        var cursor = "";
        do {
            var page = api.get("/v1/event_types?limit=500" + cursor).expect(200).json();
            assertThat(page.get("data").size()).isLessThan(20);
            page.get("data").forEach(type -> names.add(text(type, "name")));
            cursor = page.get("next_cursor").isNull() ? "" : "&cursor=" + text(page, "next_cursor");
        } while (!cursor.isEmpty());
        assertThat(names).hasSize(TYPES).isSorted();
    }

    @Test
    void aPageIsMadeOnceForAsLongAsTheCatalogueStaysTheSame() throws Exception {
        var first = UiClient.of(journey).get("/catalog").expect(200).text();
        try (var lock = journey.connection()) {
            lock.setAutoCommit(false);
            lock.createStatement().execute("LOCK TABLE event_type IN ACCESS EXCLUSIVE MODE");

            assertThat(UiClient.of(journey).get("/catalog").expect(200).text()).isEqualTo(first);
        }
    }

    private static @Nullable String next(String page) {
        int rel = page.indexOf("rel=\"next\"");
        if (rel < 0) {
            return null;
        }
        int href = page.lastIndexOf("href=\"", rel) + "href=\"".length();
        return page.substring(href, page.indexOf('"', href));
    }
}
