package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.redelivery.CancelPlan;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.endpoint.OfferedEndpoints;
import dev.waybill.web.site.text.DeliveryMessages;
import dev.waybill.web.template.page.JteCancelGenerated;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries/cancel`: cancels what waits and matches a filter, after a plan has said how many
/// deliveries that is.
public final class CancelPage {

    static final String PATH = "/ui/deliveries/cancel";

    private static final int WHY_LENGTH_MAX = 1_000;
    private static final int ENDPOINTS_SHOWN_MAX = 20;

    private final Cancels cancels;
    private final Endpoints endpoints;
    private final OfferedEndpoints offered;
    private final EndpointNames names;
    private final AccessCache directory;

    public CancelPage(
            Cancels cancels,
            Endpoints endpoints,
            OfferedEndpoints offered,
            EndpointNames names,
            AccessCache directory) {
        this.cancels = cancels;
        this.endpoints = endpoints;
        this.offered = offered;
        this.names = names;
        this.directory = directory;
    }

    /// What the template shows.
    ///
    /// @param plan null if nothing was asked for yet, or what was asked cannot be
    /// @param faults what is wrong, by field
    public record Shown(
            String endpoint,
            String app,
            String type,
            @Nullable Period period,
            @Nullable Plan plan,
            Map<String, String> faults,
            String why,
            List<EndpointNames.Named> offered) {

        public @Nullable String fault(String field) {
            return faults.get(field);
        }
    }

    /// How much would be cancelled.
    ///
    /// @param more endpoints besides those that are shown
    /// @param mayHaveMore whether there is more than one request cancels
    /// @param fields what is confirmed
    public record Plan(
            long total,
            List<ReplayPlan.Share> shares,
            int more,
            boolean mayHaveMore,
            Map<String, String> fields) {

        /// Whether the number has to be typed in.
        public boolean isTyped() {
            return total > ReplayPlan.TYPED_FROM;
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.OPERATE, PATH, this::show),
                pages.action(Right.OPERATE, PATH, this::cancel));
    }

    /// A plan counts rows, so it is made only on request.
    private Response show(Visit visit) throws SQLException {
        var period = period(visit);
        var wish = CancelForm.of(visit, period);
        boolean asked = !visit.here().query().isEmpty();
        return shown(visit, wish, period, "", Map.of(), asked);
    }

    private static @Nullable Period period(Visit visit) {
        return Period.named(visit)
                .orElseGet(() ->
                        visit.param("range")
                                .filter(range -> !range.equals(DeliverySearch.ALL_TIME))
                                .map(_ -> Period.of(visit))
                                .orElse(null));
    }

    private Response cancel(Visit visit, Form form) throws SQLException {
        var wish = CancelForm.of(form, visit.now());
        var faults = faults(form);
        var scope = scope(visit, wish);
        if (!faults.isEmpty() || scope.isEmpty() || !isKnown(visit, wish)) {
            return shown(visit, wish, null, form.text("why"), faults, true);
        }
        cancels.cancel(visit.act(), scope.get(), wish.filter(), wish.criteria(), form.text("why"));
        return Pages.done(wish.page(), Notice.CANCELLED_MANY);
    }

    private static Map<String, String> faults(Form form) {
        var faults = new LinkedHashMap<String, String>();
        var planned = form.text("planned");
        if (!planned.matches("[1-9][0-9]{0,8}")) {
            faults.put("plan", DeliveryMessages.PLAN_FIRST);
            return faults;
        }
        boolean same = form.text("count").replaceAll("[ ,.]", "").equals(planned);
        if (Long.parseLong(planned) > ReplayPlan.TYPED_FROM && !same) {
            faults.put("count", DeliveryMessages.confirm(planned));
        }
        var why = form.text("why");
        if (why.isEmpty() || why.length() > WHY_LENGTH_MAX) {
            faults.put("why", DeliveryMessages.REASON);
        }
        return faults;
    }

    private Response shown(
            Visit visit,
            CancelForm wish,
            @Nullable Period period,
            String why,
            Map<String, String> given,
            boolean planned)
            throws SQLException {
        var faults = new LinkedHashMap<>(given);
        var scope = scope(visit, wish);
        if (scope.isEmpty()) {
            faults.put("app", DeliveryMessages.NO_SUCH_APP);
        }
        if (!isKnown(visit, wish)) {
            faults.put("endpoint", DeliveryMessages.NO_SUCH_ENDPOINT);
        }
        boolean plannable = planned && scope.isPresent() && isKnown(visit, wish);
        var shown =
                new Shown(
                        wish.endpoint(),
                        wish.app(),
                        wish.type(),
                        period,
                        plannable ? plan(cancels.plan(scope.get(), wish.filter()), wish) : null,
                        faults,
                        why,
                        offered.to(visit.scope()));
        var layout =
                visit.layout(
                        "Cancel deliveries",
                        Section.DELIVERIES,
                        new Layout.Crumb(Section.DELIVERIES.title(), Section.DELIVERIES.path()));
        return Pages.html(
                visit,
                faults.isEmpty() ? 200 : ProblemType.INVALID.status(),
                Html.render(out -> JteCancelGenerated.render(out, null, layout, shown)));
    }

    private Plan plan(CancelPlan plan, CancelForm wish) {
        return new Plan(
                plan.total(),
                plan.byEndpoint().entrySet().stream()
                        .limit(ENDPOINTS_SHOWN_MAX)
                        .map(share ->
                                new ReplayPlan.Share(names.of(share.getKey()), share.getValue()))
                        .toList(),
                Math.max(0, plan.byEndpoint().size() - ENDPOINTS_SHOWN_MAX),
                plan.mayHaveMore(),
                wish.fields());
    }

    /// Whose deliveries; empty if there is no such app.
    private Optional<Scope> scope(Visit visit, CancelForm wish) throws SQLException {
        return wish.app().isEmpty()
                ? Optional.of(visit.scope())
                : directory.find(wish.app()).map(id -> new Scope(id, visit.scope().mode()));
    }

    /// An endpoint that is not known must not mean all of them.
    private boolean isKnown(Visit visit, CancelForm wish) {
        return wish.endpoint().isEmpty()
                || IdKind.ENDPOINT
                        .parse(wish.endpoint())
                        .flatMap(id -> endpoints.find(id, visit.scope()))
                        .isPresent();
    }
}
