package dev.waybill.web.dashboard.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deadletters.DeadLetterFilter;
import dev.waybill.feature.deadletters.DeadLetterGroup;
import dev.waybill.feature.deadletters.DeadLetterGroups;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.dashboard.CauseText;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.template.page.JteDeadLettersGenerated;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `/ui/dlq`: open dead letters by endpoint and cause.
public final class DeadLettersPage {

    private static final int GROUPS_MAX = 50;

    private final DeadLetterGroups groups;
    private final DeliveryQuery deliveries;
    private final EndpointNames names;

    DeadLettersPage(DeadLetterGroups groups, DeliveryQuery deliveries, EndpointNames names) {
        this.groups = groups;
        this.deliveries = deliveries;
        this.names = names;
    }

    /// The values that the template shows.
    ///
    /// @param countedAll false if there are more letters than are counted
    /// @param older where the groups go on; null at the end
    /// @param sendKey makes a form that is sent twice send once
    public record Shown(
            List<Group> groups,
            boolean countedAll,
            @Nullable String older,
            boolean isFirst,
            String sendKey) {}

    /// Dead letters of one endpoint with the same cause.
    ///
    /// @param sample the error or answer of the newest
    /// @param list all of them
    /// @param newest the one that failed last
    /// @param replay the plan that replays them, up to that one
    /// @param dialog names the form in the page
    public record Group(
            DeadLetterGroup group,
            EndpointNames.Named endpoint,
            String cause,
            String sample,
            String list,
            String newest,
            String replay,
            String dialog) {

        public String count() {
            return Format.number(group.count());
        }

        public String reason() {
            return Format.words(group.reason().code());
        }

        /// The last delivery of the group, as the form names it.
        public String last() {
            return IdKind.DELIVERY.format(group.last());
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.LETTERS.path(), this::show));
    }

    private Response show(Visit visit) {
        int skipped =
                visit.param("after")
                        .filter(text -> text.matches("[0-9]{1,5}"))
                        .map(Integer::parseInt)
                        .orElse(0);
        var page = groups.page(visit.scope(), everything(), skipped, GROUPS_MAX);
        var samples =
                deliveries
                        .findAll(page.groups().stream().map(DeadLetterGroup::last).toList())
                        .stream()
                        .collect(Collectors.toMap(DeliveryView::id, Function.identity()));
        var shown =
                new Shown(
                        page.groups().stream().map(group -> group(group, samples)).toList(),
                        page.countedAll(),
                        page.groups().size() < GROUPS_MAX
                                ? null
                                : visit.here()
                                        .with("after", Integer.toString(skipped + GROUPS_MAX))
                                        .toString(),
                        skipped == 0,
                        visit.request().id());
        var layout = visit.layout("Dead letters", Section.LETTERS);
        return Pages.html(
                visit,
                Html.render(out -> JteDeadLettersGenerated.render(out, null, layout, shown)));
    }

    private static DeadLetterFilter everything() {
        return new DeadLetterFilter(Audience.OPERATORS, null, null, null, null, null, null);
    }

    private Group group(DeadLetterGroup group, Map<UUID, DeliveryView> samples) {
        var endpoint = names.of(group.endpointId());
        var sample = samples.get(group.last());
        return new Group(
                group,
                endpoint,
                CauseText.of(group.cause()),
                sample == null ? "" : said(sample),
                Link.to(Section.DELIVERIES.path())
                        .with("letter", DeliveryFilter.OPEN)
                        .with("endpoint", endpoint.publicId())
                        .with("reason", group.reason().code())
                        .with("cause", group.cause().code())
                        .toString(),
                Section.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(group.last()),
                Link.to("/ui/replays/new")
                        .with("endpoint", endpoint.publicId())
                        .with("reason", group.reason().code())
                        .with("cause", group.cause().code())
                        .with("until", Timestamps.format(group.lastAt().plusMillis(1)))
                        .toString(),
                "resolve-" + IdKind.DELIVERY.format(group.last()));
    }

    private static String said(DeliveryView delivery) {
        var last = delivery.lastAttempt();
        if (last == null) {
            return "";
        }
        return last.error() != null
                ? last.error()
                : SafeText.text(last.excerpt() == null ? "" : new String(last.excerpt(), UTF_8));
    }
}
