package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.FieldInput;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.web.http.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the fields of a JSON object by type. A field of the wrong type is a violation and reads as
/// if it were absent, so that one response can list everything that is wrong. An unknown field is a
/// violation too: a typo must not silently become a default.
public final class JsonInput implements FieldInput {

    private final ObjectNode json;
    private final Violations violations;

    public JsonInput(ObjectNode json, Violations violations, String... known) {
        this.json = json;
        this.violations = violations;
        var names = new TreeSet<>(Arrays.asList(known));
        for (var name : json.propertyNames()) {
            if (!names.contains(name)) {
                violations.add(
                        name,
                        Violation.Code.UNKNOWN,
                        "There is no field " + name + "; known fields are " + list(names) + ".");
            }
        }
    }

    /// Reads an object into a new list of violations.
    public JsonInput(ObjectNode json, String... known) {
        this(json, new Violations(), known);
    }

    private static String list(Set<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    public Violations violations() {
        return violations;
    }

    /// Throws a problem that lists all violations, if there are any.
    public void requireValid() {
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.all());
        }
    }

    public Update<JsonNode> node(String name) {
        var node = json.get(name);
        if (node == null) {
            return Update.keep();
        }
        return node.isNull() ? Update.reset() : Update.to(node);
    }

    @Override
    public Update<String> text(String name) {
        return read(
                name,
                node -> node.isString() ? Optional.of(node.stringValue()) : Optional.empty(),
                Violation.of(name, Violation.Code.TYPE, "{} must be a string."));
    }

    public Update<Boolean> flag(String name) {
        return read(
                name,
                node -> node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty(),
                Violation.of(name, Violation.Code.TYPE, "{} must be true or false."));
    }

    @Override
    public Update<Integer> whole(String name, WholeRange range) {
        return read(
                name,
                node ->
                        node.isIntegralNumber() && node.canConvertToInt()
                                ? Optional.of(node.intValue())
                                : Optional.empty(),
                range.violation(name));
    }

    @Override
    public Update<Double> decimal(String name, DecimalRange range) {
        return read(
                name,
                node -> node.isNumber() ? Optional.of(node.doubleValue()) : Optional.empty(),
                range.violation(name));
    }

    @Override
    public <T> Update<T> choice(String name, Choice<T> choice) {
        return read(
                name,
                node -> node.isString() ? choice.of(node.stringValue()) : Optional.empty(),
                choice.violation(name));
    }

    public Update<Instant> time(String name) {
        return violations.parse(text(name), Timestamps::parse, Violation.notATime(name));
    }

    public Update<UUID> id(String name, IdKind kind) {
        return violations.parse(text(name), kind::parse, Violation.notAnId(name, kind));
    }

    public Update<List<UUID>> ids(String name, IdKind kind) {
        return parsedAll(
                name,
                kind::parse,
                Violation.of(
                        name,
                        Violation.Code.FORMAT,
                        "{} must be ids that begin with " + kind.prefix() + "."));
    }

    public <T> Update<List<T>> choices(String name, Choice<T> choice) {
        return parsedAll(name, choice::of, choice.violation(name));
    }

    /// A list whose items are all of one form; the violation is about the list.
    private <T> Update<List<T>> parsedAll(
            String name, Function<String, Optional<T>> parse, Violation otherwise) {
        var texts = texts(name);
        if (violations.has(name)) {
            return Update.keep();
        }
        var items = texts.map(list -> list.stream().map(parse).flatMap(Optional::stream).toList());
        if (items.value().map(List::size).equals(texts.value().map(List::size))) {
            return items;
        }
        violations.add(otherwise);
        return Update.keep();
    }

    public Update<List<String>> texts(String name) {
        return read(
                name,
                node -> node.isArray() ? Optional.of(items(name, node)) : Optional.empty(),
                Violation.of(name, Violation.Code.TYPE, "{} must be a list of strings."));
    }

    private List<String> items(String name, JsonNode array) {
        var texts = new ArrayList<String>();
        for (var item : array) {
            if (!item.isString()) {
                violations.add(
                        Violation.in(
                                name,
                                Integer.toString(texts.size()),
                                Violation.Code.TYPE,
                                "{} must be a list of strings."));
            }
            texts.add(item.asString(""));
        }
        return texts;
    }

    public Update<ObjectNode> object(String name, String violation) {
        return read(
                name,
                node -> node instanceof ObjectNode object ? Optional.of(object) : Optional.empty(),
                Violation.of(name, Violation.Code.TYPE, violation));
    }

    /// Reads an object that is inside this one.
    public JsonInput part(String name, ObjectNode inner, String... known) {
        return new JsonInput(inner, violations.in(name), known);
    }

    private <T> Update<T> read(
            String name, Function<JsonNode, Optional<T>> reader, Violation otherwise) {
        return violations.parse(node(name), reader, otherwise);
    }
}
