package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.Replays;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.template.page.JteReplaysGenerated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/replays`: open and ended replays.
public final class ReplaysPage {

    private static final int ROWS_MAX = 50;

    private final Replays replays;
    private final EndpointNames names;

    ReplaysPage(Replays replays, EndpointNames names) {
        this.replays = replays;
        this.names = names;
    }

    /// The values that the template shows.
    ///
    /// @param open those under way, on the first page
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            List<Row> open, List<Row> over, @Nullable String older, @Nullable String newest) {

        public boolean isEmpty() {
            return open.isEmpty() && over.isEmpty() && newest == null;
        }

        public boolean showsOver() {
            return !over.isEmpty() || newest != null;
        }
    }

    /// One replay in a list.
    ///
    /// @param why the reason that was given; empty without one
    /// @param what the selection, as text
    public record Row(
            String id,
            StatusBadge badge,
            String why,
            String what,
            String who,
            ReplayBar bar,
            String expected,
            String result,
            Instant createdAt) {

        public String href() {
            return Section.REPLAYS.path() + "/" + id;
        }

        /// The title of the replay.
        public String name() {
            return why.isEmpty() ? what : why;
        }
    }

    public static Row row(Replay replay, EndpointNames names) {
        return new Row(
                IdKind.REPLAY.format(replay.id()),
                StatusBadge.of(replay.state()),
                replay.request().reason(),
                ReplaySummary.asked(replay, names),
                replay.request().actor(),
                ReplayBar.of(replay.progress()),
                ReplaySummary.progress(replay),
                ReplaySummary.result(replay.progress()),
                replay.request().createdAt());
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.REPLAYS.path(), this::show));
    }

    private Response show(Visit visit) {
        var before = visit.param("before").flatMap(IdKind.REPLAY::parse);
        var over = replays.over(visit.scope(), before.orElse(DeliveryList.AFTER_ALL), ROWS_MAX);
        var open = before.isPresent() ? List.<Replay>of() : replays.open(visit.scope());
        var listed =
                new Listed(
                        open.stream().map(one -> row(one, names)).toList(),
                        over.stream().map(one -> row(one, names)).toList(),
                        over.size() < ROWS_MAX
                                ? null
                                : visit.here()
                                        .with("before", IdKind.REPLAY.format(over.getLast().id()))
                                        .toString(),
                        before.isEmpty() ? null : visit.here().without("before").toString());
        var layout = visit.layout("Replays", Section.REPLAYS);
        return Pages.html(
                visit, Html.render(out -> JteReplaysGenerated.render(out, null, layout, listed)));
    }
}
