package dev.waybill.cli.demo;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DeliveryDetailTest {

    /// Wherever the clock happens to let it begin.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 107, 1_794_800_000L})
    void everythingHappensInAll(long first) {
        var events = events(first);

        assertThat(events.stream().map(event -> text(event, "app")).collect(toSet()))
                .containsExactlyInAnyOrderElementsOf(names("apps", "uid"));
        assertThat(events.stream().map(event -> text(event, "type")).collect(toSet()))
                .as("what is published is catalogued, and what is catalogued is published")
                .containsExactlyInAnyOrderElementsOf(publishedTypes());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 107, 1_794_800_000L})
    void oneTruckOfTheAppWithThePoisonedReceiverCrossesTheBorder(long first) {
        var stuck = events(first).stream().filter(DeliveryDetailTest::isAtCustoms).toList();

        assertThat(stuck).hasSize(1);
        assertThat(text(stuck.getFirst(), "app")).isEqualTo("acme");
        assertThat(text(stuck.getFirst(), "ordering_key")).isEqualTo("truck_1");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_794_800_004L})
    void moreThanOneEventStandsInALane(long first) {
        var lanes =
                events(first).stream()
                        .filter(event -> event.has("ordering_key"))
                        .collect(groupingBy(event -> text(event, "ordering_key")));

        assertThat(lanes.values()).anyMatch(events -> events.size() >= 3);
    }

    private static boolean isAtCustoms(JsonNode event) {
        return event.toString().contains(Persona.INDIGESTIBLE);
    }

    private static List<JsonNode> events(long first) {
        return LongStream.range(first, first + Script.EVENTS_IN_ALL)
                .<JsonNode>mapToObj(Script::event)
                .toList();
    }

    private static List<String> publishedTypes() {
        return Stage.plan()
                .get("event_types")
                .valueStream()
                .filter(type -> !type.path("deprecated").booleanValue(false))
                .map(type -> text(type, "name"))
                .toList();
    }

    private static List<String> names(String kind, String field) {
        return Stage.plan().get(kind).valueStream().map(thing -> text(thing, field)).toList();
    }

    private static String text(JsonNode json, String field) {
        return json.get(field).stringValue();
    }
}
