package dev.waybill.web.dashboard.redelivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violation;
import dev.waybill.feature.redelivery.CancelDeliveries;
import dev.waybill.feature.redelivery.WaitingFilter;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.PageRequest;
import dev.waybill.web.site.Period;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The form that selects the deliveries to be cancelled, as it was filled in.
///
/// @param since null for however old
/// @param until nothing that is captured after the plan is cancelled by it
record CancelForm(
        String endpoint, String app, String type, @Nullable Instant since, Instant until) {

    /// The fields of the form for the fields of the command.
    private static final Map<String, String> FIELDS =
            Map.of("endpoint_id", "endpoint", "app", "app", "event_type", "type", "reason", "why");

    private static final Map<String, String> TITLES =
            Map.of("event_type", "The event type", "reason", "The reason");

    static CancelForm of(PageRequest asked, @Nullable Period period) {
        return new CancelForm(
                asked.plain("endpoint").orElse(""),
                asked.plain("app").orElse(""),
                asked.plain("type").orElse(""),
                period == null ? null : period.since(),
                period == null ? asked.now() : period.until());
    }

    /// The form from the fields of a plan.
    ///
    /// @param now the default of a time that is missing or invalid
    static CancelForm of(Form form, Instant now) {
        return new CancelForm(
                form.text("endpoint"),
                form.text("app"),
                form.text("type"),
                Timestamps.parse(form.text(Period.SINCE)).orElse(null),
                Timestamps.parse(form.text(Period.UNTIL)).orElse(now));
    }

    /// The command of the form.
    ///
    /// @param reason null for a plan
    CancelDeliveries command(Caller caller, @Nullable String reason) {
        return new CancelDeliveries(
                caller,
                app.isEmpty() ? null : app,
                new WaitingFilter(
                        IdKind.ENDPOINT.parse(endpoint).orElse(null),
                        type.isEmpty() ? null : type,
                        since,
                        until),
                criteria(),
                reason);
    }

    /// Every violation with the field of the form that it concerns.
    static Map<String, String> faults(List<Violation> violations) {
        var faults = new LinkedHashMap<String, String>();
        for (var violation : violations) {
            var title = TITLES.getOrDefault(violation.field(), violation.field());
            faults.merge(
                    FIELDS.getOrDefault(violation.field(), "plan"),
                    violation.detail(title),
                    (first, second) -> first + " " + second);
        }
        return faults;
    }

    /// The hidden fields of the form that confirms it.
    Map<String, String> fields() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("endpoint", endpoint);
        fields.put("app", app);
        fields.put("type", type);
        fields.put(Period.SINCE, since == null ? "" : Timestamps.format(since));
        fields.put(Period.UNTIL, Timestamps.format(until));
        return fields;
    }

    /// The filter as the audit log shows it.
    private ObjectNode criteria() {
        var json = JsonNodeFactory.instance.objectNode();
        fields().forEach((name, value) -> {
            if (!value.isEmpty()) {
                json.put(name.equals("endpoint") ? "endpoint_id" : name, value);
            }
        });
        return json;
    }

    Link page() {
        return Link.to(CancelPage.PATH)
                .with("endpoint", endpoint)
                .with("app", app)
                .with("type", type);
    }
}
