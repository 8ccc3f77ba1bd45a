package dev.waybill.web.site.delivery;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.deliveries.AttemptCode;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.endpoint.EndpointNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Deliveries as lists show them, in the dashboard and in the portal.
public final class DeliveryRows {

    private final DeliveryQuery deliveries;
    private final EndpointNames names;

    public DeliveryRows(DeliveryQuery deliveries, EndpointNames names) {
        this.deliveries = deliveries;
        this.names = names;
    }

    /// A row of the list.
    ///
    /// @param took from capture to its end; null while it is open
    public record Row(
            String id,
            StatusBadge badge,
            String eventType,
            EndpointNames.Named endpoint,
            List<AttemptCode> codes,
            int attempts,
            @Nullable Instant nextAttemptAt,
            Instant createdAt,
            @Nullable String took) {

        /// Attempts before those whose codes are shown.
        public int earlier() {
            return attempts - codes.size();
        }

        public boolean hasEnded() {
            return took != null;
        }
    }

    public List<Row> of(List<DeliveryView> found, Audience audience) {
        var codes = deliveries.codes(found.stream().map(DeliveryView::id).toList());
        return found.stream()
                .map(delivery ->
                        row(
                                delivery,
                                codes.getOrDefault(delivery.id(), List.of()).stream()
                                        .map(audience::seen)
                                        .toList()))
                .toList();
    }

    private Row row(DeliveryView delivery, List<AttemptCode> codes) {
        var progress = delivery.progress();
        boolean ended = progress.state().isTerminal();
        return new Row(
                IdKind.DELIVERY.format(delivery.id()),
                StatusBadge.of(delivery),
                delivery.event().type(),
                names.of(delivery.endpointId()),
                codes,
                progress.attempts(),
                progress.nextAttemptAt(),
                delivery.createdAt(),
                ended
                        ? Format.millis(millisBetween(delivery.createdAt(), progress.updatedAt()))
                        : null);
    }

    /// Never below zero: the clocks of two processes may differ.
    private static double millisBetween(Instant start, Instant end) {
        return Math.max(0.0, (double) Duration.between(start, end).toMillis());
    }
}
