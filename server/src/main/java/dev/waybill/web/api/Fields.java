package dev.waybill.web.api;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads a JSON object's fields by type. A field that is not known is refused by name, so that a
/// typo is an error and not a default.
final class Fields {

    private final ObjectNode json;
    private final String path;

    Fields(ObjectNode json, String... known) {
        this("", json, known);
    }

    /// Of an object that lies deeper in the body.
    ///
    /// @param path where, as a JSON pointer: problems name the whole way to a field
    Fields(String path, ObjectNode json, String... known) {
        this.json = json;
        this.path = path;
        var names = new TreeSet<>(Arrays.asList(known));
        for (var name : json.propertyNames()) {
            if (!names.contains(name)) {
                throw unknown(name, names).under(path);
            }
        }
    }

    static Problem unknown(String name, Iterable<String> known) {
        return Problem.at(
                ProblemType.UNKNOWN_FIELD,
                pointer(name),
                "There is no field " + name + "; there are " + String.join(", ", known) + ".");
    }

    static String pointer(String name) {
        return "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /// Without control characters, and without the lone halves of a character that JSON can spell
    /// and no encoding can carry.
    static boolean isPlainText(String text) {
        return text.codePoints()
                .noneMatch(c ->
                        Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }

    /// The field, as problems name it.
    String at(String name) {
        return path + pointer(name);
    }

    boolean has(String name) {
        return json.has(name);
    }

    /// Empty if it is absent or null.
    Optional<JsonNode> node(String name) {
        return Optional.ofNullable(json.get(name)).filter(node -> !node.isNull());
    }

    /// Empty if it is absent or null.
    Optional<String> text(String name, int lengthMax) {
        var node = json.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isString()) {
            throw Problem.invalid(at(name), name + " must be a string.");
        }
        var text = node.stringValue();
        if (text.length() > lengthMax) {
            throw Problem.invalid(
                    at(name), name + " must not be longer than " + lengthMax + " characters.");
        }
        if (!isPlainText(text)) {
            throw Problem.invalid(
                    at(name), name + " must not hold control characters or half characters.");
        }
        return Optional.of(text);
    }

    /// The same where people write more than a line.
    Optional<String> prose(String name, int lengthMax) {
        var node = node(name);
        if (node.isPresent() && node.get().isString()) {
            var lines = node.get().stringValue().replaceAll("[\n\r\t]", " ");
            if (lines.length() <= lengthMax && isPlainText(lines)) {
                return Optional.of(node.get().stringValue());
            }
        }
        return text(name, lengthMax);
    }

    Optional<Boolean> flag(String name) {
        var node = node(name);
        if (node.isPresent() && !node.get().isBoolean()) {
            throw Problem.invalid(at(name), name + " must be true or false.");
        }
        return node.map(JsonNode::booleanValue);
    }

    Optional<Integer> integer(String name, int min, int max) {
        var node = json.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isIntegralNumber()
                || !node.canConvertToInt()
                || node.intValue() < min
                || node.intValue() > max) {
            throw Problem.invalid(
                    at(name), name + " must be a whole number from " + min + " to " + max + ".");
        }
        return Optional.of(node.intValue());
    }

    Optional<Double> number(String name, double min, double max) {
        var node = json.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isNumber() || node.doubleValue() < min || node.doubleValue() > max) {
            throw Problem.invalid(
                    at(name),
                    name + " must be a number from " + plain(min) + " to " + plain(max) + ".");
        }
        return Optional.of(node.doubleValue());
    }

    /// Without an exponent and without zeros that say nothing.
    private static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    Optional<List<String>> texts(String name, int countMax) {
        var node = json.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isArray() || node.size() > countMax) {
            throw Problem.invalid(
                    at(name), name + " must be a list of at most " + countMax + " strings.");
        }
        var texts = new ArrayList<String>();
        for (JsonNode item : node) {
            if (!item.isString()) {
                throw Problem.invalid(
                        at(name) + "/" + texts.size(), name + " must be a list of strings.");
            }
            texts.add(item.stringValue());
        }
        return Optional.of(texts);
    }
}
