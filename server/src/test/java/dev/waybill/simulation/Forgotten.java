package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.I4_NO_DELIVERY_WITHOUT_ITS_EVENT;
import static dev.waybill.simulation.Violation.Invariant.NOTHING_OPEN_IS_FORGOTTEN;
import static dev.waybill.simulation.Violation.Invariant.WHAT_GOES_IS_ARCHIVED;
import static java.util.stream.Collectors.toSet;

import dev.waybill.feature.retention.forget.ArchiveStep.Scope;
import dev.waybill.simulation.Ledger.AttemptRow;
import dev.waybill.simulation.Ledger.DeliveryRow;
import dev.waybill.simulation.Ledger.EventRow;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Judges the dropped rows of a history: only ended ones, and none that others need.
final class Forgotten {

    /// The database's clock may have been set back while a pass went by the time of its beginning.
    private static final Duration TOLERANCE = Duration.ofDays(1);

    private final World world;
    private final Ledger ledger;
    private final Map<UUID, List<JsonNode>> archived;

    Forgotten(World world, Ledger ledger) throws IOException {
        this.world = world;
        this.ledger = ledger;
        this.archived = world.forgetting().archive().images();
    }

    void check() {
        var scope = world.forgetting().scope();
        var goneEvents =
                ledger.events().stream().filter(EventRow::gone).map(EventRow::id).collect(toSet());
        var robbed =
                ledger.attempts().stream()
                        .filter(AttemptRow::gone)
                        .map(AttemptRow::deliveryId)
                        .collect(toSet());
        for (var delivery : ledger.deliveries()) {
            if (delivery.goneAt() != null) {
                wasOver(delivery, delivery.goneAt(), scope);
                wasArchived(delivery, scope);
                continue;
            }
            if (goneEvents.contains(delivery.eventId())) {
                world.violated(I4_NO_DELIVERY_WITHOUT_ITS_EVENT, delivery + " outlives its event");
            }
            if (delivery.letterOpen() && robbed.contains(delivery.id())) {
                world.violated(NOTHING_OPEN_IS_FORGOTTEN, delivery + " has lost its attempts");
            }
        }
    }

    /// It had ended, and if it was a letter, it was closed or has had its time.
    private void wasOver(DeliveryRow delivery, Instant goneAt, Scope scope) {
        boolean ended =
                !delivery.state().equals("pending") && !delivery.state().equals("in_flight");
        var deadLettersUntil =
                goneAt.plus(TOLERANCE)
                        .minus(Duration.ofDays(world.forgetting().retention().deadLetters()));
        boolean hadItsTime = scope != Scope.NONE && delivery.updatedAt().isBefore(deadLettersUntil);
        if (!ended || (delivery.letterOpen() && !hadItsTime)) {
            world.violated(NOTHING_OPEN_IS_FORGOTTEN, delivery + " is gone");
        }
    }

    /// As it was when it went, with every attempt that was made.
    private void wasArchived(DeliveryRow delivery, Scope scope) {
        boolean mustBe =
                switch (scope) {
                    case NONE -> false;
                    case DEAD_LETTERS -> delivery.letterOpen();
                    case EVERYTHING -> true;
                };
        var images = archived.getOrDefault(delivery.id(), List.of());
        if (mustBe && images.stream().noneMatch(image -> isOf(delivery, image))) {
            world.violated(
                    WHAT_GOES_IS_ARCHIVED, delivery + " is gone, archived are only " + images);
        }
    }

    private boolean isOf(DeliveryRow delivery, JsonNode image) {
        var row = image.required("delivery");
        boolean closed = !row.required("dead_letter_resolved_at").isNull();
        var retention = world.forgetting().retention();
        // Attempts of a delivery that is over may go before it.
        boolean whole =
                retention.attempts() < retention.deliveries()
                        || image.required("attempts").size() == delivery.attempts();
        return row.required("state").stringValue().equals(delivery.state())
                && row.required("attempts").intValue() == delivery.attempts()
                && closed == delivery.letterClosed()
                && whole;
    }
}
