package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.PolicyPreview;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.retrypolicies.CreatePolicy;
import dev.waybill.feature.retrypolicies.Policies;
import dev.waybill.feature.retrypolicies.PolicyService;
import dev.waybill.feature.retrypolicies.PolicyService.Changed;
import dev.waybill.feature.retrypolicies.PolicyService.Created;
import dev.waybill.feature.retrypolicies.ReplacePolicy;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.EditForm;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.SecondsText;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.chart.ScheduleChart;
import dev.waybill.web.site.chart.TimeAxis;
import dev.waybill.web.template.settings.JtePoliciesGenerated;
import dev.waybill.web.template.settings.JtePolicyGenerated;
import dev.waybill.web.text.PolicyText;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/ui/settings/retry-policies`: schedules of retry policies as charts, with the effect of a TTL.
public final class PoliciesSection {

    /// Limit of policies on the page; the API lists all.
    private static final int CUSTOM_MAX = 100;

    private static final String PATH = SettingsTab.POLICIES.path();

    private static final Duration TTL_MAX = Duration.ofDays(30);

    private final Policies policies;
    private final PolicyService service;

    public PoliciesSection(Policies policies, PolicyService service) {
        this.policies = policies;
        this.service = service;
    }

    /// The values that the template shows.
    ///
    /// @param ttl as it was typed; empty for none
    /// @param problem the error
    /// @param lives the TTLs that are offered
    public record Listed(
            String ttl,
            @Nullable String problem,
            Map<String, String> lives,
            List<Drawn> policies) {}

    /// One policy.
    ///
    /// @param chosen the policy that the TTL leads to, if it is another
    /// @param over when the last attempt is made, at the latest
    public record Drawn(
            String name,
            PolicySpec spec,
            boolean builtIn,
            @Nullable String chosen,
            Duration over,
            ScheduleChart chart) {

        /// How many attempts there are before the TTL is over.
        public long made() {
            return chart.dots().stream()
                    .filter(dot -> dot.fate() != ScheduleChart.Fate.BEYOND)
                    .count();
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, PATH, this::list),
                pages.page(Right.ADMINISTER_SHARED, PATH + "/new", this::blank),
                pages.action(Right.ADMINISTER_SHARED, PATH, this::create),
                pages.page(Right.ADMINISTER_SHARED, PATH + "/{name}/edit", this::edit),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{name}/edit", this::change),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{name}/delete", this::delete));
    }

    private Response list(Visit visit) {
        var typed = visit.param("ttl").orElse("");
        var ttl = ttl(typed);
        var listed =
                new Listed(
                        SafeText.text(typed),
                        typed.isEmpty() || ttl.isPresent()
                                ? null
                                : "A TTL is 1 second to 30 days, such as 90, 15m, 6h or 3d.",
                        lives(),
                        drawn(visit.now(), visit.scope().mode(), ttl.orElse(null)));
        var layout = SettingsTab.POLICIES.layout(visit);
        return Pages.html(
                visit,
                listed.problem == null ? 200 : 400,
                Html.render(out -> JtePoliciesGenerated.render(out, null, layout, listed)));
    }

    private static Map<String, String> lives() {
        var lives = new LinkedHashMap<String, String>();
        lives.put("", "No TTL");
        lives.put("1m", "1 min");
        lives.put("10m", "10 min");
        lives.put("1h", "1 h");
        lives.put("6h", "6 h");
        lives.put("1d", "1 d");
        return lives;
    }

    private static Optional<Duration> ttl(String typed) {
        return SecondsText.parse(typed)
                .map(seconds -> seconds.min(BigDecimal.valueOf(TTL_MAX.toSeconds() + 1)))
                .map(seconds -> Duration.ofSeconds(seconds.longValue()))
                .filter(span -> span.isPositive() && span.compareTo(TTL_MAX) <= 0);
    }

    private List<Drawn> drawn(Instant time, Mode mode, @Nullable Duration ttl) {
        var now = time.truncatedTo(ChronoUnit.MILLIS);
        var specs = new LinkedHashMap<String, PolicySpec>();
        policies.page("", CUSTOM_MAX)
                .forEach(policy -> specs.put(String.valueOf(policy.spec().name()), policy.spec()));
        int custom = specs.size();
        specs.putAll(RetryPolicies.NAMED);
        var previews = new LinkedHashMap<String, PolicyPreview>();
        var longest = ttl == null ? Duration.ofMinutes(1) : ttl;
        for (var one : specs.entrySet()) {
            var preview = preview(one.getValue(), one.getKey(), now, null, mode);
            previews.put(one.getKey(), preview);
            var last = Duration.between(now, preview.attempts().getLast().latest());
            longest = last.compareTo(longest) > 0 ? last : longest;
        }
        var axis = TimeAxis.reaching(longest);
        var drawn = new ArrayList<Drawn>();
        for (var one : previews.entrySet()) {
            var spec = specs.get(one.getKey());
            if (spec != null) {
                var cut = ttl == null ? null : preview(spec, one.getKey(), now, ttl, mode);
                var other =
                        cut == null || cut.policy().name().equals(one.getKey())
                                ? null
                                : cut.policy().name();
                drawn.add(
                        new Drawn(
                                one.getKey(),
                                spec,
                                drawn.size() >= custom,
                                other,
                                Duration.between(now, one.getValue().attempts().getLast().latest()),
                                ScheduleChart.of(axis, now, one.getValue(), cut)));
            }
        }
        return drawn;
    }

    private static PolicyPreview preview(
            PolicySpec spec, String name, Instant now, @Nullable Duration ttl, Mode mode) {
        var policy = spec.policy(name);
        var expiresAt = ttl == null ? null : now.plus(ttl);
        var chosen =
                expiresAt == null
                        ? policy
                        : RetryPolicies.choose(now, expiresAt, policy, null, mode);
        return PolicyPreview.of(chosen, now, expiresAt, EndpointRules.TIME_LIMIT_DEFAULT);
    }

    /// A new policy; `from` names the policy that it is copied from.
    private Response blank(Visit visit) {
        var from = visit.param("from").flatMap(this::spec);
        var filled =
                from.map(spec -> PolicyForm.of(spec, ""))
                        .orElse(FormState.of(Map.of("kind", "offsets", "jitter", "proportional")));
        return form(visit, 200, EditForm.first(visit, null, filled));
    }

    private Optional<PolicySpec> spec(String name) {
        return Optional.ofNullable(RetryPolicies.NAMED.get(name))
                .or(() -> policies.find(name).map(CustomPolicy::spec));
    }

    private Response create(Visit visit, Form form) throws SQLException {
        var input = new FormInput(form, new Violations());
        var command =
                new CreatePolicy(
                        visit.visitor().caller(),
                        PolicyForm.draft(input),
                        FormToken.key(visit.request(), form));
        var filled = PolicyForm.filled(form);
        return switch (service.create(command, input.violations(), visit.actor())) {
            case Created.Done _, Created.Repeated _ ->
                    Pages.done(Link.to(PATH), Notice.POLICY_SAVED);
            case Created.Invalid(var all) -> again(visit, 422, form, PolicyForm.refused(form, all));
            case Created.NameTaken(var name) ->
                    again(visit, 409, form, filled.refused("name", PolicyText.nameTaken(name)));
            case Created.TooMany(var max) ->
                    again(visit, 409, form, filled.withProblem(PolicyText.tooMany(max)));
            case Created.KeyReused _ ->
                    again(visit, 409, form, filled.withProblem(Notice.RELOAD_FORM));
        };
    }

    private static Response again(Visit visit, int status, Form form, FormState refused) {
        return form(visit, status, EditForm.again(form, null, refused));
    }

    private Response edit(Visit visit) {
        var name = visit.request().part("name");
        var policy = policies.find(name).orElseThrow(() -> notFound(name));
        return form(visit, 200, EditForm.first(visit, name, PolicyForm.of(policy.spec(), name)));
    }

    private Response change(Visit visit, Form form) throws SQLException {
        var name = visit.request().part("name");
        var input = new FormInput(form, new Violations());
        var command = new ReplacePolicy(name, PolicyForm.draft(input).named(name));
        return switch (service.replace(command, input.violations(), visit.actor())) {
            case Changed.Done _ -> Pages.done(Link.to(PATH), Notice.POLICY_SAVED);
            case Changed.Invalid(var violations) ->
                    form(
                            visit,
                            422,
                            EditForm.again(form, name, PolicyForm.refused(form, violations)));
            case Changed.NotFound _, Changed.BuiltIn _ -> throw notFound(name);
        };
    }

    private Response delete(Visit visit, Form form) throws SQLException {
        var name = visit.request().part("name");
        return switch (service.delete(name, visit.actor())) {
            case DONE -> Pages.done(Link.to(PATH), Notice.POLICY_DELETED);
            case NOT_FOUND, BUILT_IN -> throw notFound(name);
            case IN_USE -> throw Problem.of(ProblemType.CONFLICT, PolicyText.inUse(name));
        };
    }

    private static Response form(Visit visit, int status, EditForm asked) {
        var layout =
                SettingsTab.POLICIES.layout(
                        visit, asked.name() == null ? "New retry policy" : asked.name());
        return Pages.html(
                visit,
                status,
                Html.render(out -> JtePolicyGenerated.render(out, null, layout, asked)));
    }

    private static Problem notFound(String name) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no retry policy "
                        + SafeText.text(name)
                        + " of your own; those that are built in cannot be changed.");
    }
}
