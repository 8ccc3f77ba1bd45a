package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.replay.ReplayState;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.ReplayItem;
import dev.waybill.feature.replays.Replays;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.text.ReplayMessages;
import dev.waybill.web.template.page.JteReplayGenerated;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `/ui/replays/{id}`: the progress, result and deliveries of one replay. Everything is read from
/// the database, so every process shows the same.
public final class ReplayPage {

    static final String PATH = "/ui/replays/{id}";

    private static final int ITEMS_SHOWN_MAX = 50;
    private static final int ENDPOINTS_SHOWN_MAX = 20;

    private final Replays replays;
    private final DeliveryQuery deliveries;
    private final EndpointNames names;

    public ReplayPage(Replays replays, DeliveryQuery deliveries, EndpointNames names) {
        this.replays = replays;
        this.deliveries = deliveries;
        this.names = names;
    }

    /// The values that the template shows.
    public record Shown(Replay replay, Selection selection, Items items, RateField rateField) {

        public String id() {
            return IdKind.REPLAY.format(replay.id());
        }

        public String href() {
            return Section.REPLAYS.path() + "/" + id();
        }

        /// The reason that was given, or else a description of the selection.
        public String title() {
            var reason = replay.request().reason();
            return reason.isEmpty() ? selection.description : reason;
        }

        public StatusBadge badge() {
            return StatusBadge.of(replay.state());
        }

        public ReplayBar bar() {
            return ReplayBar.of(replay.progress());
        }

        public String rate() {
            return ReplaySummary.rate(replay.pace().perSecond());
        }

        /// The remaining time, or the reason for waiting.
        public String expected() {
            return ReplaySummary.progress(replay);
        }

        public Counts counts() {
            return Counts.of(replay.progress());
        }

        public boolean isPaused() {
            return replay.state() == ReplayState.PAUSED;
        }

        /// Deliveries may end after it was cancelled.
        public boolean isLive() {
            return !replay.state().isOver() || replay.progress().done() < replay.progress().made();
        }
    }

    /// The deliveries that were selected when the replay was planned.
    ///
    /// @param description the filter as a sentence
    /// @param since the earliest time of capture
    /// @param until the latest time of capture
    public record Selection(
            String description,
            Moment since,
            Moment until,
            List<ReplayPlan.Share> shares,
            List<ReplayPlan.LeftOut> leftOut) {}

    /// The form field that changes the pace.
    ///
    /// @param error null if the entered value is valid, or none was entered
    public record RateField(String value, @Nullable String error) {

        static final RateField EMPTY = new RateField("", null);
    }

    /// The number of items in each state.
    ///
    /// @param open deliveries that have not ended
    /// @param left items without a delivery yet
    public record Counts(
            String total,
            String done,
            String delivered,
            String failed,
            String skipped,
            String open,
            String left) {

        static Counts of(Replay.Progress progress) {
            return new Counts(
                    Format.number(progress.total()),
                    Format.number(progress.done()),
                    Format.number(progress.delivered()),
                    Format.number(progress.failed()),
                    Format.number(progress.skipped()),
                    Format.number(progress.made() - progress.done()),
                    Format.number(progress.total() - progress.made()));
        }
    }

    /// A bound of the time of capture.
    ///
    /// @param time null if the bound was given as an event id, or is the default
    public record Moment(@Nullable Instant time, String words) {

        static Moment of(String text) {
            return new Moment(Timestamps.parse(text).orElse(null), "event " + text);
        }
    }

    /// A page of the items that were processed.
    ///
    /// @param ended the result that is listed; null for all
    /// @param later the next page; null on the last
    /// @param first the first page; null on the first
    public record Items(
            ReplayItem.@Nullable Ended ended,
            List<Item> rows,
            @Nullable String later,
            @Nullable String first) {

        public ReplayItem.Ended[] choices() {
            return ReplayItem.Ended.values();
        }
    }

    /// An event for an endpoint.
    ///
    /// @param type the event type; empty if the event is no longer kept
    /// @param delivery the delivery that was created, or else the one to be repeated
    public record Item(
            long ordinal,
            StatusBadge badge,
            String type,
            EndpointNames.Named endpoint,
            @Nullable String delivery) {}

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, PATH, this::show));
    }

    private Response show(Visit visit) {
        return page(visit, known(replays, visit), 200, RateField.EMPTY);
    }

    Response page(Visit visit, Replay replay, int status, RateField rateField) {
        var shown = new Shown(replay, selection(replay), items(visit, replay), rateField);
        var layout =
                visit.layout(
                        shown.id(),
                        Section.REPLAYS,
                        new Layout.Crumb(Section.REPLAYS.title(), Section.REPLAYS.path()));
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteReplayGenerated.render(out, null, layout, shown)));
    }

    private Selection selection(Replay replay) {
        return new Selection(
                ReplaySummary.asked(replay, names),
                ReplaySummary.since(replay),
                ReplaySummary.until(replay),
                ReplaySummary.shares(replay, names, ENDPOINTS_SHOWN_MAX),
                ReplaySummary.leftOut(replay));
    }

    private Items items(Visit visit, Replay replay) {
        long after =
                visit.param("after")
                        .filter(text -> text.matches("[0-9]{1,9}"))
                        .map(Long::parseLong)
                        .orElse(0L);
        var ended = ReplayItem.Ended.of(visit.param("ended").orElse(""));
        var found = replays.items(replay, after, ended, ITEMS_SHOWN_MAX);
        var views =
                deliveries
                        .findAll(
                                found.stream()
                                        .map(ReplayPage::delivery)
                                        .filter(Objects::nonNull)
                                        .toList())
                        .stream()
                        .collect(Collectors.toMap(DeliveryView::id, Function.identity()));
        var here = Link.to(Section.REPLAYS.path() + "/" + IdKind.REPLAY.format(replay.id()));
        var list = here.with("ended", ended == null ? null : ended.code());
        var next = next(replay, after, found);
        return new Items(
                ended,
                found.stream().map(item -> item(item, views)).toList(),
                next == null ? null : list.with("after", next.toString()).toString(),
                after == 0 ? null : list.toString());
    }

    /// The last ordinal that was looked at; null if no items follow.
    private static @Nullable Long next(Replay replay, long after, List<ReplayItem> found) {
        long made = replay.progress().made();
        long last =
                found.size() == ITEMS_SHOWN_MAX
                        ? found.getLast().ordinal()
                        : after + Replays.LOOKED_AT_MAX;
        return last < made ? (Long) last : null;
    }

    private static @Nullable UUID delivery(ReplayItem item) {
        return item.madeId() == null ? item.repeats() : item.madeId();
    }

    private Item item(ReplayItem item, Map<UUID, DeliveryView> views) {
        var id = delivery(item);
        var view = id == null ? null : views.get(id);
        return new Item(
                item.ordinal(),
                badge(item, view),
                view == null ? "" : view.event().type(),
                names.of(item.endpointId()),
                view == null || id == null ? null : IdKind.DELIVERY.format(id));
    }

    private static StatusBadge badge(ReplayItem item, @Nullable DeliveryView view) {
        if (item.madeId() == null) {
            return StatusBadge.SKIPPED;
        }
        if (view != null) {
            return StatusBadge.of(view);
        }
        return item.ended() == ReplayItem.Ended.DELIVERED
                ? StatusBadge.DELIVERED
                : StatusBadge.FAILED;
    }

    static Replay known(Replays replays, Visit visit) {
        return replays.find(idOf(visit), visit.scope()).orElseThrow(() -> notFound(visit));
    }

    static UUID idOf(Visit visit) {
        return IdKind.REPLAY.parse(visit.request().part("id")).orElseThrow(() -> notFound(visit));
    }

    static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND, ReplayMessages.notFound(visit.request().part("id")));
    }
}
