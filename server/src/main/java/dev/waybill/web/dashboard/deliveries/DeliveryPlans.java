package dev.waybill.web.dashboard.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.web.dashboard.redelivery.CancelPage;
import dev.waybill.web.dashboard.replays.ReplayForm;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.delivery.DeliverySearch;
import org.jspecify.annotations.Nullable;

/// Links from a list of deliveries to the plans that replay or cancel everything in it.
///
/// @param search the filters of the list
record DeliveryPlans(DeliverySearch search) {

    /// The plan that replays the list; null if no plan selects exactly these deliveries.
    @Nullable String replay() {
        var state = search.state();
        var period = search.period();
        boolean open = state != null && !state.isTerminal();
        boolean resolved = DeliveryFilter.CLOSED.equals(search.letter());
        boolean several = search.answer() != null && search.cause() != null;
        boolean searched = !search.text().isEmpty();
        if (open || resolved || several || searched || search.byEnd() || !isCauseIfAny()) {
            return null;
        }
        var within = period == null ? null : period.range();
        return Link.to("/ui/replays/new")
                .with("plan", "yes")
                .with("endpoint", endpoint())
                .with("app", search.app())
                .with("type", search.type())
                .with("state", replayedState())
                .with("reason", search.reason())
                .with("cause", search.answer() == null ? search.cause() : search.answer())
                .with("range", within == null ? null : within.code())
                .with(Period.SINCE, period == null ? null : period.sinceField())
                .with(Period.UNTIL, period == null ? null : period.untilField())
                .toString();
    }

    /// The plan that cancels the list; null if no plan selects exactly these deliveries, or if none
    /// of them can be cancelled.
    @Nullable String cancel() {
        boolean more =
                search.reason() != null
                        || search.answer() != null
                        || search.cause() != null
                        || search.letter() != null
                        || search.byEnd();
        if (search.state() != DeliveryState.PENDING || more || !search.text().isEmpty()) {
            return null;
        }
        var page =
                Link.to(CancelPage.PATH)
                        .with("plan", "yes")
                        .with("app", search.app())
                        .with("type", search.type())
                        .with("endpoint", endpoint());
        var period = search.period();
        return (period == null ? page.with("range", DeliverySearch.ALL_TIME) : period.in(page))
                .toString();
    }

    private @Nullable String endpoint() {
        return search.endpoint() == null ? null : IdKind.ENDPOINT.format(search.endpoint());
    }

    /// A delivered delivery has no failure whose cause its last answer could be.
    private boolean isCauseIfAny() {
        boolean refusal = search.statuses().map(asked -> asked.from() >= 300).orElse(true);
        return search.answer() == null || (refusal && search.state() != DeliveryState.DELIVERED);
    }

    /// A list without a state shows all of them; a replay without one is of dead letters. A filter
    /// by the last answer excludes delivered deliveries: their last answer is not a cause.
    private @Nullable String replayedState() {
        if (search.state() != null) {
            return search.state().code();
        }
        if (search.letter() != null) {
            return null;
        }
        return search.answer() == null ? ReplayForm.ENDED : ReplayForm.UNDELIVERED;
    }
}
