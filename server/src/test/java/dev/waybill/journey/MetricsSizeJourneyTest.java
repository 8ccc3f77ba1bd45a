package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Metrics of an installation with ten thousand endpoints.
class MetricsSizeJourneyTest {

    private static final int BYTES_MAX = 2_000_000;

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();

    /// Copies of one endpoint that become visible with the next version of the routing.
    @BeforeAll
    static void createEndpoints() throws SQLException {
        var first = text(api.createEndpoint("http://127.0.0.1:1/", "size.of.metrics"), "id");
        try (var connection = journey.connection();
                var statement = connection.createStatement()) {
            statement.execute(
                    """
                    INSERT INTO endpoint
                    SELECT (jsonb_populate_record(
                                NULL::endpoint,
                                to_jsonb(endpoint) || jsonb_build_object(
                                    'id', gen_random_uuid(),
                                    'routing_version', routing.version + 1))).*
                      FROM endpoint, routing, generate_series(1, 9999)
                    """);
        }
        api.patch("/v1/webhook_endpoints/" + first, "{\"description\":\"one of many\"}")
                .expect(200);
    }

    @Test
    void theResponseStaysSmall() {
        Eventually.get(
                () -> api.get("/metrics").expect(200).text(),
                text -> text.contains("\nwaybill_endpoints{state=\"active\"} 10000.0\n"));
        long begun = System.nanoTime();
        var answer = api.get("/metrics").expect(200);
        System.err.printf(
                "metrics of a service with 10,000 endpoints: %,d bytes in %d ms%n",
                answer.body().length, (System.nanoTime() - begun) / 1_000_000);

        assertThat(answer.body().length).isLessThan(BYTES_MAX);
    }
}
