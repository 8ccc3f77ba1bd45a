package dev.waybill.cli.demo;

import java.io.IOException;
import tools.jackson.databind.json.JsonMapper;

/// The operator of the simulated platform: resends one delivery and resolves one dead letter, so
/// that a visitor finds examples of both.
final class Operator {

    private static final JsonMapper JSON = new JsonMapper();

    private final Api api;

    Operator(Api api) {
        this.api = api;
    }

    /// Performs the actions that have not been performed yet.
    void work() throws IOException, InterruptedException {
        if (api.list("/v1/replays?limit=1").isEmpty()) {
            replayInvoices();
        }
        if (api.list("/v1/deliveries?dead_letter=closed&limit=1").isEmpty()) {
            settleOneLetter();
        }
    }

    private void replayInvoices() throws IOException, InterruptedException {
        var order =
                """
                {"filter": {"app": "acme", "event_types": ["invoice.*"], "states": ["delivered"]},
                 "reason": "Acme restored its books from yesterday's backup",
                 "spread_seconds": 120}
                """;
        api.post("/v1/replays", JSON.readTree(order));
    }

    private void settleOneLetter() throws IOException, InterruptedException {
        var lapsed = "/v1/deliveries?dead_letter=open&event_type=login.code_sent&limit=1";
        for (var letter : api.list(lapsed)) {
            var body =
                    JSON.createObjectNode()
                            .put("kind", "not_needed")
                            .put("note", "The user has asked for another code meanwhile.");
            body.putArray("delivery_ids").add(letter.get("id"));
            api.post("/v1/dead_letters/resolve", body);
        }
    }
}
