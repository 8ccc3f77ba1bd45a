package dev.waybill.web.dashboard;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.feature.endpoints.EndpointDraft;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The form of an endpoint: what stands in its fields, what can be chosen, what is wrong.
///
/// @param texts what stands in each field, by the API's name for it
/// @param types which event types are chosen, by name or pattern
/// @param problem what is wrong with all of it; null if it is one field, or nothing
/// @param problems what is wrong, by field
public record EndpointForm(
        Place place,
        Choices choices,
        Map<String, String> texts,
        Set<String> types,
        @Nullable String problem,
        Map<String, String> problems) {

    /// Where the form stands and leads.
    ///
    /// @param action what it is sent to
    /// @param sendKey makes a form that is sent twice the same request
    public record Place(
            String action, String cancel, String submit, boolean isNew, String sendKey) {}

    /// What there is to choose from.
    ///
    /// @param apps to whom it may belong; empty where that is not asked
    /// @param types of the catalogue
    /// @param policies by name
    /// @param more whether everything can be set, or only what everybody needs
    public record Choices(
            List<String> apps, List<String> types, List<String> policies, boolean more) {

        public Choices {
            apps = List.copyOf(apps);
            types = List.copyOf(types);
            policies = List.copyOf(policies);
        }
    }

    /// Stands for a policy of the endpoint's own, which the form does not show.
    public static final String OWN_POLICY = "=";

    private static final String ALL = "*";
    private static final String HIDDEN = "***";

    private static final List<String> PLAIN =
            List.of(
                    "url",
                    "description",
                    "owner_email",
                    "ordering",
                    "on_exhausted",
                    "signature",
                    "secret",
                    "app");

    private static final List<String> NUMBERS =
            List.of(
                    "timeout_ms",
                    "max_in_flight",
                    "rate_limit",
                    "disable_after_failures",
                    "pause_after_seconds");

    /// How the form calls what the API calls otherwise.
    private static final Map<String, String> TITLES =
            Map.ofEntries(
                    Map.entry("url", "The URL"),
                    Map.entry("event_types", "The list of event types"),
                    Map.entry("description", "The description"),
                    Map.entry("owner_email", "The owner"),
                    Map.entry("timeout_ms", "The time limit"),
                    Map.entry("max_in_flight", "The number of requests at once"),
                    Map.entry("rate_limit", "The rate limit"),
                    Map.entry("disable_after_failures", "The number of dead letters"),
                    Map.entry("pause_after_seconds", "The time"),
                    Map.entry("retry_policy", "The retry policy"),
                    Map.entry("headers", "The list of headers"));

    public EndpointForm {
        texts = Map.copyOf(texts);
        types = Set.copyOf(types);
        problems = Map.copyOf(problems);
    }

    /// Of one that does not exist yet.
    public static EndpointForm blank(Place place, Choices choices) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("timeout_ms", Long.toString(EndpointDraft.TIME_LIMIT_DEFAULT.toMillis()));
        texts.put("max_in_flight", Integer.toString(Endpoint.IN_FLIGHT_DEFAULT));
        texts.put("signature", SignatureScheme.STANDARD.code());
        put(texts, HealthRules.DEFAULT);
        put(texts, OrderRules.DEFAULT);
        return new EndpointForm(place, choices, texts, Set.of(ALL), null, Map.of());
    }

    /// Of one as it is set.
    public static EndpointForm of(Endpoint endpoint, Place place, Choices choices) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("url", endpoint.url());
        texts.put("description", endpoint.description());
        texts.put("owner_email", endpoint.ownerEmail() == null ? "" : endpoint.ownerEmail());
        texts.put("timeout_ms", Long.toString(endpoint.timeLimit().toMillis()));
        texts.put("max_in_flight", Integer.toString(endpoint.inFlightMax()));
        texts.put("rate_limit", endpoint.rateLimit() == null ? "" : plain(endpoint.rateLimit()));
        var policy = endpoint.retryPolicy() == null ? "" : endpoint.retryPolicy();
        texts.put("retry_policy", policy.startsWith("{") ? OWN_POLICY : policy);
        put(texts, endpoint.healthRules());
        put(texts, endpoint.orderRules());
        var headers = new ArrayList<String>();
        endpoint.credentials().headers().names().forEach(name -> headers.add(name + ": " + HIDDEN));
        texts.put("headers", String.join("\n", headers));
        return new EndpointForm(
                place, choices, texts, new TreeSet<>(endpoint.eventTypes()), null, Map.of());
    }

    /// As somebody filled it in, with what was wrong.
    public static EndpointForm typed(Form form, Place place, Choices choices, Problem problem) {
        var texts = new LinkedHashMap<String, String>();
        PLAIN.forEach(name -> texts.put(name, form.text(name)));
        NUMBERS.forEach(name -> texts.put(name, form.text(name)));
        texts.put("retry_policy", form.text("retry_policy"));
        texts.put("headers", form.text("headers"));
        // Not sent back: a secret is on a page only where somebody asked to see it.
        texts.put("secret", "");
        var field = problem.field() == null ? "" : problem.field().split("/", 3)[1];
        return new EndpointForm(
                place,
                choices,
                texts,
                new TreeSet<>(types(form)),
                field.isEmpty() ? problem.detail() : null,
                field.isEmpty() ? Map.of() : Map.of(field, words(field, problem.detail())));
    }

    /// The same with this in a field.
    public EndpointForm with(String name, String text) {
        var changed = new LinkedHashMap<>(texts);
        changed.put(name, text);
        return new EndpointForm(place, choices, changed, types, problem, problems);
    }

    /// The same with these event types chosen.
    public EndpointForm taking(Set<String> chosen) {
        return new EndpointForm(place, choices, texts, chosen, problem, problems);
    }

    /// The name of a field in the API means nothing to who sees its title.
    static String words(String field, String detail) {
        var title = TITLES.get(field);
        return title != null && detail.startsWith(field + " ")
                ? title + detail.substring(field.length())
                : detail;
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

    private static String plain(double number) {
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }

    /// What a form says, as a request to the API would: it is judged there and nowhere else. A
    /// field that the form does not have is not mentioned; one that is empty goes back to its
    /// default.
    public static ObjectNode json(Form form) {
        var json = JsonNodeFactory.instance.objectNode();
        for (var name : PLAIN) {
            if (form.has(name)) {
                json.put(name, form.text(name).isEmpty() ? null : form.text(name));
            }
        }
        for (var name : NUMBERS) {
            if (form.has(name)) {
                number(json, name, form.text(name));
            }
        }
        if (form.has("retry_policy") && !form.text("retry_policy").equals(OWN_POLICY)) {
            var policy = form.text("retry_policy");
            json.put("retry_policy", policy.isEmpty() ? null : policy);
        }
        if (form.has("takes")) {
            var array = json.putArray("event_types");
            types(form).forEach(array::add);
        }
        if (form.has("headers")) {
            headers(json.putObject("headers"), form.text("headers"));
        }
        return json;
    }

    /// What is no number stays a text, which the API refuses with the numbers it takes.
    private static void number(ObjectNode json, String name, String text) {
        if (text.isEmpty()) {
            json.putNull(name);
        } else if (text.matches("-?[0-9]{1,9}")) {
            json.put(name, Integer.parseInt(text));
        } else if (text.matches("-?[0-9]{1,9}\\.[0-9]{1,9}")) {
            json.put(name, Double.parseDouble(text));
        } else {
            json.put(name, text);
        }
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

    private static void headers(ObjectNode headers, String lines) {
        for (var line : lines.split("\\R", -1)) {
            if (line.isBlank()) {
                continue;
            }
            int colon = line.indexOf(':');
            var name = colon < 0 ? "" : line.substring(0, colon).strip();
            if (name.isEmpty()) {
                throw Problem.invalid("/headers", "Write one header a line, as Name: value.");
            }
            if (headers.has(name)) {
                throw Problem.invalid("/headers", "The header " + name + " is there twice.");
            }
            headers.put(name, line.substring(colon + 1).strip());
        }
    }

    // What the template asks.

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

    /// What was chosen and is in no catalogue.
    public String typedTypes() {
        return String.join(
                ", ",
                types.stream()
                        .filter(type -> !type.equals(ALL) && !choices.types.contains(type))
                        .sorted()
                        .toList());
    }

    /// Whether what is wrong is among what is folded away.
    public boolean isMoreWrong() {
        return problems.keySet().stream()
                .anyMatch(
                        name -> !Set.of("url", "app", "event_types", "description").contains(name));
    }
}
