package dev.waybill.cli.demo;

import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The events of the simulated platform, the same in every run. Each round of events belongs to one
/// customer in turn.
final class Script {

    /// The stop that one receiver does not understand: see [Persona#POISON].
    static final String CUSTOMS = "customs";

    static final List<String> APPS = List.of("acme", "globex", "initech");

    private static final List<LongFunction<Event>> ROUND =
            List.of(
                    round -> invoice(round, "invoice.created", "open"),
                    Script::rate,
                    round -> shipment(round, "depot"),
                    Script::loginCode,
                    round -> invoice(round, "invoice.sent", "open"),
                    round -> shipment(round, crossesTheBorder(round) ? CUSTOMS : "road"),
                    Script::rate,
                    Script::stock,
                    Script::payment,
                    round -> shipment(round, "door"),
                    Script::customer,
                    round -> invoice(round, "invoice.paid", "paid"));

    static final int EVENTS_A_ROUND = ROUND.size();

    /// One truck of nine crosses the border; it belongs to the first customer.
    private static final int TRUCKS = 9;

    /// After this many events, from any start, every event has occurred once.
    static final int EVENTS_IN_ALL = TRUCKS * EVENTS_A_ROUND;

    private static final JsonMapper JSON = new JsonMapper();

    private record Event(String type, @Nullable String orderingKey, ObjectNode data) {}

    private Script() {}

    /// The event of this number, as it is published.
    static ObjectNode event(long number) {
        long round = number / EVENTS_A_ROUND;
        var event = ROUND.get((int) (number % EVENTS_A_ROUND)).apply(round);
        var json = JSON.createObjectNode();
        json.put("app", APPS.get((int) (round % APPS.size())));
        json.put("type", event.type());
        if (event.orderingKey() != null) {
            json.put("ordering_key", event.orderingKey());
        }
        json.set("data", event.data());
        return json;
    }

    /// The events of one invoice are ordered.
    private static Event invoice(long round, String type, String status) {
        var invoice = "inv_" + round;
        var data = object().put("invoice", invoice).put("status", status);
        return new Event(type, invoice, data.put("total", total(round)).put("currency", "EUR"));
    }

    private static Event shipment(long round, String stop) {
        var truck = "truck_" + (1 + round % TRUCKS);
        var data = object().put("shipment", "shp_" + round).put("truck", truck);
        return new Event("shipment.moved", truck, data.put("stop", stop));
    }

    private static boolean crossesTheBorder(long round) {
        return round % TRUCKS == 0;
    }

    private static Event rate(long round) {
        var data = object().put("pair", "EUR/USD").put("rate", 1.05 + round % 40 / 1_000.0);
        return unordered("rate.quoted", data);
    }

    private static Event loginCode(long round) {
        return unordered("login.code_sent", object().put("user", "usr_" + round % 500));
    }

    private static Event stock(long round) {
        var data = object().put("article", "art_" + round % 80).put("left", round % 5);
        return unordered("stock.low", data);
    }

    private static Event payment(long round) {
        var data = object().put("invoice", "inv_" + round).put("total", total(round));
        return unordered("payment.failed", data.put("reason", "card_expired"));
    }

    private static Event customer(long round) {
        var data = object().put("customer", "cus_" + round % 500).put("city", "Lübeck");
        return unordered("customer.updated", data);
    }

    private static Event unordered(String type, ObjectNode data) {
        return new Event(type, null, data);
    }

    /// In cents.
    private static long total(long round) {
        return 1_900 + round * 730 % 90_000;
    }

    private static ObjectNode object() {
        return JSON.createObjectNode();
    }
}
