package dev.waybill.journey;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Bugs that journeys found and that are not fixed yet. A test moves to its story when it passes.
class FoundBugsJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();

    /// The items beyond the first batch's length find their place under the key free.
    @Test
    void aBatchKeyWithALongerBatchIsRefusedAndNothingIsStored() {
        api.post("/v1/events/batch", "[{\"type\":\"key.b2\",\"data\":1}]", "batch-2").expect(200);

        var other = "[{\"type\":\"key.b2\",\"data\":2},{\"type\":\"key.b2\",\"data\":3}]";
        var answer = api.post("/v1/events/batch", other, "batch-2");

        assertThat(answer.text()).contains("urn:waybill:problem:idempotency-key-reused");
        assertThat(api.feed("event_types=key.b2", 1)).hasSize(1);
    }
}
