package dev.waybill.web.site.endpoint;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.endpoints.CreateEndpoint;
import dev.waybill.feature.endpoints.EndpointHeaders;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.endpoints.EndpointUpdate;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.Choices;
import dev.waybill.web.site.FormInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The form of an endpoint: its values, options and errors.
///
/// @param texts the values, by the API's name of the field
/// @param types which event types are chosen, by name or pattern
/// @param problem an error of no field; null if there is none
/// @param problems errors by field
public record EndpointForm(
        Place place,
        Choices choices,
        Map<String, String> texts,
        Set<String> types,
        @Nullable String problem,
        Map<String, String> problems) {

    /// The addresses of the form.
    ///
    /// @param action the target of the form
    /// @param sendKey makes a form that is sent twice the same request
    public record Place(
            String action, String cancel, String submit, boolean isNew, String sendKey) {}

    /// The options.
    ///
    /// @param apps to whom it may belong; empty where that is not asked
    /// @param types the types of the catalog
    /// @param policies by name
    /// @param more whether all settings are shown, or only the basic ones
    public record Choices(
            List<String> apps, List<String> types, List<String> policies, boolean more) {

        public Choices {
            apps = List.copyOf(apps);
            types = List.copyOf(types);
            policies = List.copyOf(policies);
        }
    }

    /// The value of an inline policy, which the form does not show.
    public static final String OWN_POLICY = "=";

    private static final String ALL = "*";

    /// A field for a number.
    ///
    /// @param title names the field in sentences
    /// @param keyboard the kind of keyboard that a phone shows
    public record NumberField(
            String name, String label, String title, String keyboard, String help) {}

    /// The fields for numbers, in the order in which the form shows them.
    public static final List<NumberField> NUMBERS =
            List.of(
                    new NumberField(
                            "timeout_ms",
                            "Time limit of an attempt, ms",
                            "The time limit",
                            "numeric",
                            "1,000 to 30,000. Later responses count as failures."),
                    new NumberField(
                            "max_in_flight",
                            "Concurrent requests, at most",
                            "The number of concurrent requests",
                            "numeric",
                            "1 to 256."),
                    new NumberField(
                            "rate_limit",
                            "Requests per second, at most",
                            "The rate limit",
                            "decimal",
                            "Empty: no limit."),
                    new NumberField(
                            "disable_after_failures",
                            "Disable after dead letters in a row",
                            "The number of dead letters",
                            "numeric",
                            "Empty: never."),
                    new NumberField(
                            "pause_after_seconds",
                            "Pause if every delivery fails for, s",
                            "The time",
                            "numeric",
                            "Empty: never."));

    private static final List<String> TEXTS =
            List.of(
                    "url",
                    "description",
                    "owner_email",
                    "ordering",
                    "on_exhausted",
                    "format",
                    "signature",
                    "app",
                    "retry_policy",
                    "headers");

    /// How sentences on the form name its other fields.
    private static final Map<String, String> TITLES =
            Map.ofEntries(
                    Map.entry("url", "The URL"),
                    Map.entry("event_types", "The list of event types"),
                    Map.entry("description", "The description"),
                    Map.entry("owner_email", "The owner"),
                    Map.entry("retry_policy", "The retry policy"),
                    Map.entry("headers", "The list of headers"));

    public EndpointForm {
        texts = Map.copyOf(texts);
        types = Set.copyOf(types);
        problems = Map.copyOf(problems);
    }

    /// The form of a new endpoint.
    public static EndpointForm blank(Place place, Choices choices) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("timeout_ms", Long.toString(EndpointRules.TIME_LIMIT_DEFAULT.toMillis()));
        texts.put("max_in_flight", Integer.toString(Endpoint.IN_FLIGHT_DEFAULT));
        texts.put("format", EndpointRules.FORMAT_DEFAULT.code());
        texts.put("signature", SignatureScheme.STANDARD.code());
        put(texts, HealthRules.DEFAULT);
        put(texts, OrderRules.DEFAULT);
        return new EndpointForm(place, choices, texts, Set.of(ALL), null, Map.of());
    }

    /// The form of an existing endpoint.
    public static EndpointForm of(Endpoint endpoint, Place place, Choices choices) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("url", endpoint.url());
        texts.put("description", endpoint.description());
        texts.put("owner_email", endpoint.ownerEmail() == null ? "" : endpoint.ownerEmail());
        texts.put("timeout_ms", Long.toString(endpoint.timeLimit().toMillis()));
        texts.put("max_in_flight", Integer.toString(endpoint.inFlightMax()));
        texts.put(
                "rate_limit",
                endpoint.rateLimit() == null ? "" : DecimalRange.plain(endpoint.rateLimit()));
        var policy = endpoint.retryPolicy() == null ? "" : endpoint.retryPolicy();
        texts.put("retry_policy", policy.startsWith("{") ? OWN_POLICY : policy);
        texts.put("format", endpoint.format().code());
        put(texts, endpoint.healthRules());
        put(texts, endpoint.orderRules());
        var headers = new ArrayList<String>();
        endpoint.credentials()
                .headers()
                .names()
                .forEach(name -> headers.add(name + ": " + EndpointHeaders.HIDDEN));
        texts.put("headers", String.join("\n", headers));
        return new EndpointForm(
                place, choices, texts, new TreeSet<>(endpoint.eventTypes()), null, Map.of());
    }

    /// The form as it was filled in, with the violations of each field.
    public static EndpointForm invalid(
            Form form, Place place, Choices choices, List<Violation> violations) {
        var problems = new LinkedHashMap<String, String>();
        for (var violation : violations) {
            var field = violation.field();
            problems.merge(field, words(violation), (first, second) -> first + " " + second);
        }
        return typed(form, place, choices, null, problems);
    }

    /// The form as it was filled in, with a problem that concerns no field.
    public static EndpointForm refused(Form form, Place place, Choices choices, String problem) {
        return typed(form, place, choices, problem, Map.of());
    }

    private static EndpointForm typed(
            Form form,
            Place place,
            Choices choices,
            @Nullable String problem,
            Map<String, String> problems) {
        var texts = new LinkedHashMap<String, String>();
        TEXTS.forEach(name -> texts.put(name, form.text(name)));
        NUMBERS.forEach(number -> texts.put(number.name, form.text(number.name)));
        // Not sent back: a secret is shown only on request.
        texts.put("secret", "");
        return new EndpointForm(
                place, choices, texts, new TreeSet<>(types(form)), problem, problems);
    }

    /// The same with this value in a field.
    public EndpointForm with(String name, String text) {
        var changed = new LinkedHashMap<>(texts);
        changed.put(name, text);
        return new EndpointForm(place, choices, changed, types, problem, problems);
    }

    /// The same with these event types chosen.
    public EndpointForm taking(Set<String> chosen) {
        return new EndpointForm(place, choices, texts, chosen, problem, problems);
    }

    /// A violation of one field, named as the form names it.
    public static String words(Violation violation) {
        return violation.detail(title(violation.field()));
    }

    private static String title(String field) {
        return NUMBERS.stream()
                .filter(number -> number.name.equals(field))
                .map(NumberField::title)
                .findFirst()
                .orElse(TITLES.getOrDefault(field, field));
    }

    private static void put(Map<String, String> texts, HealthRules rules) {
        var failures = rules.disableAfterFailures();
        var pauseAfter = rules.pauseAfter();
        texts.put("disable_after_failures", failures == null ? "" : failures.toString());
        texts.put(
                "pause_after_seconds",
                pauseAfter == null ? "" : Long.toString(pauseAfter.toSeconds()));
    }

    private static void put(Map<String, String> texts, OrderRules rules) {
        texts.put("ordering", rules.ordering().code());
        texts.put("on_exhausted", rules.onExhausted().code());
    }

    /// The settings of the form.
    public static EndpointUpdate update(FormInput input) {
        return new EndpointUpdate(
                input.text("url"),
                input.text("description"),
                input.form().has("takes") ? Update.to(types(input.form())) : Update.keep(),
                policy(input),
                EndpointUpdate.Limits.read(input),
                EndpointUpdate.Health.read(input),
                EndpointUpdate.Order.read(input),
                input.text("owner_email"),
                input.choice("format", EndpointRules.FORMAT),
                input.choice("signature", EndpointRules.SIGNATURE),
                input.form().has("headers") ? Update.to(headers(input)) : Update.keep());
    }

    /// The form of a new endpoint as a command.
    public static CreateEndpoint create(
            FormInput input, Caller caller, @Nullable IdempotencyKey key) {
        return new CreateEndpoint(
                caller,
                caller.mode(),
                input.text("app").orNull(),
                input.text("secret").orNull(),
                update(input),
                key);
    }

    private static Update<PolicyChoice> policy(FormInput input) {
        return input.form().text(PolicyChoice.FIELD).equals(OWN_POLICY)
                ? Update.keep()
                : input.text(PolicyChoice.FIELD).map(PolicyChoice.Named::new);
    }

    private static List<String> types(Form form) {
        if (!form.text("takes").equals("some")) {
            return List.of(ALL);
        }
        var types = new ArrayList<String>(form.texts("event_type"));
        for (var typed : form.text("event_types_typed").split("[\\s,]+", -1)) {
            if (!typed.isEmpty() && !types.contains(typed)) {
                types.add(typed);
            }
        }
        return types;
    }

    private static Map<String, String> headers(FormInput input) {
        var headers = new LinkedHashMap<String, String>();
        for (var line : input.form().text("headers").split("\\R", -1)) {
            if (line.isBlank()) {
                continue;
            }
            int colon = line.indexOf(':');
            var name = colon < 0 ? "" : line.substring(0, colon).strip();
            if (name.isEmpty()) {
                input.violations()
                        .add(
                                "headers",
                                Violation.Code.FORMAT,
                                "Write one header per line, as Name: value.");
            } else if (headers.put(name, line.substring(colon + 1).strip()) != null) {
                input.violations()
                        .add(
                                "headers",
                                Violation.Code.CONFLICT,
                                "The header " + name + " is given twice.");
            }
        }
        return headers;
    }

    // The methods that the template calls.

    public String text(String name) {
        return texts.getOrDefault(name, "");
    }

    public @Nullable String wrong(String name) {
        return problems.get(name);
    }

    public boolean takesAll() {
        return types.contains(ALL);
    }

    public boolean takes(String type) {
        return types.contains(type);
    }

    /// Selected types that are not in the catalog.
    public String typedTypes() {
        return String.join(
                ", ",
                types.stream()
                        .filter(type -> !type.equals(ALL) && !choices.types.contains(type))
                        .sorted()
                        .toList());
    }

    /// Whether a collapsed field has an error.
    public boolean isMoreWrong() {
        return problems.keySet().stream()
                .anyMatch(
                        name -> !Set.of("url", "app", "event_types", "description").contains(name));
    }
}
