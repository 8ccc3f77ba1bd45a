package dev.waybill.web.dashboard.redelivery;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.redelivery.CancelPlan;
import dev.waybill.feature.redelivery.RedeliveryRules;
import dev.waybill.feature.redelivery.RedeliveryService;
import dev.waybill.feature.redelivery.RedeliveryService.CancelPlanned;
import dev.waybill.feature.redelivery.RedeliveryService.Cancelled;
import dev.waybill.web.dashboard.replays.Confirmation;
import dev.waybill.web.dashboard.replays.ReplayPlan;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries/cancel`: cancels the pending deliveries that match a filter, after a plan has
/// shown their number.
public final class CancelPage {

    public static final String PATH = "/ui/deliveries/cancel";

    private static final int ENDPOINTS_SHOWN_MAX = 20;

    private static final Confirmation.Texts CONFIRMATION =
            new Confirmation.Texts(
                    "plan",
                    DeliveryMessages.PLAN_FIRST,
                    DeliveryMessages::confirm,
                    DeliveryMessages.REASON);

    private final RedeliveryService service;
    private final OfferedEndpoints offered;
    private final EndpointNames names;

    CancelPage(RedeliveryService service, OfferedEndpoints offered, EndpointNames names) {
        this.service = service;
        this.offered = offered;
        this.names = names;
    }

    /// The values that the template shows.
    ///
    /// @param plan null if nothing was requested yet, or the request is invalid
    /// @param faults errors by field
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

    /// The deliveries that would be cancelled.
    ///
    /// @param more the number of endpoints that are not shown
    /// @param mayHaveMore whether there is more than one request cancels
    /// @param fields the fields of the confirmation
    public record Plan(
            long total,
            List<ReplayPlan.Share> shares,
            int more,
            boolean mayHaveMore,
            Map<String, String> fields) {

        /// Whether the number has to be typed in.
        public boolean isTyped() {
            return total > Confirmation.TYPED_FROM;
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.OPERATE, PATH, this::show),
                pages.action(Right.OPERATE, PATH, this::cancel));
    }

    /// A plan counts rows, so it is made only on request.
    private Response show(Visit visit) {
        var period = period(visit);
        var cancelForm = CancelForm.of(visit, period);
        boolean asked = !visit.here().query().isEmpty();
        return shown(visit, cancelForm, period, "", Map.of(), asked);
    }

    private static @Nullable Period period(Visit visit) {
        return Period.named(visit)
                .orElseGet(() ->
                        visit.param("range")
                                .filter(range -> !range.equals(DeliverySearch.ALL_TIME))
                                .map(_ -> Period.of(visit))
                                .orElse(null));
    }

    private Response cancel(Visit visit, Form form) {
        var cancelForm = CancelForm.of(form, visit.now());
        var confirmation = Confirmation.of(form);
        var why = confirmation.why();
        var faults = confirmation.faults(CONFIRMATION);
        if (!faults.isEmpty()) {
            return shown(visit, cancelForm, null, why, faults, true);
        }
        var violations = checked(visit, cancelForm);
        var command = cancelForm.command(visit.visitor().caller(), why);
        return switch (service.cancel(command, violations, visit.actor())) {
            case Cancelled.Done _ -> Pages.done(cancelForm.page(), Notice.CANCELLED_MANY);
            case Cancelled.Invalid(var all) ->
                    shown(visit, cancelForm, null, why, CancelForm.faults(all), true);
        };
    }

    private Response shown(
            Visit visit,
            CancelForm cancelForm,
            @Nullable Period period,
            String why,
            Map<String, String> given,
            boolean planned) {
        var faults = new LinkedHashMap<>(given);
        Plan plan = null;
        if (planned) {
            var command = cancelForm.command(visit.visitor().caller(), null);
            switch (service.plan(command, checked(visit, cancelForm))) {
                case CancelPlanned.Done(var counted) -> plan = plan(counted, cancelForm);
                case CancelPlanned.Invalid(var all) ->
                        CancelForm.faults(all).forEach(faults::putIfAbsent);
            }
        }
        var shown =
                new Shown(
                        cancelForm.endpoint(),
                        cancelForm.app(),
                        cancelForm.type(),
                        period,
                        plan,
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

    private Plan plan(CancelPlan plan, CancelForm cancelForm) {
        return new Plan(
                plan.total(),
                plan.byEndpoint().entrySet().stream()
                        .limit(ENDPOINTS_SHOWN_MAX)
                        .map(share ->
                                new ReplayPlan.Share(names.of(share.getKey()), share.getValue()))
                        .toList(),
                Math.max(0, plan.byEndpoint().size() - ENDPOINTS_SHOWN_MAX),
                plan.mayHaveMore(),
                cancelForm.fields());
    }

    /// An unknown endpoint must not select all endpoints.
    private Violations checked(Visit visit, CancelForm cancelForm) {
        var violations = new Violations();
        boolean isKnown =
                cancelForm.endpoint().isEmpty()
                        || offered.find(cancelForm.endpoint(), visit.scope()).isPresent();
        if (!isKnown) {
            violations
                    .in(RedeliveryRules.FILTER)
                    .add("endpoint_id", Violation.Code.MISSING, DeliveryMessages.NO_SUCH_ENDPOINT);
        }
        return violations;
    }
}
