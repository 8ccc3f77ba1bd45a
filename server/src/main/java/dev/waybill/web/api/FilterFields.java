package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Scope;
import dev.waybill.web.http.Problem;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The `filter` in the body of a request that is about many things at once. It must say something:
/// an empty one would mean everything, and nobody means that by saying nothing.
final class FilterFields {

    private static final String NAME = "filter";
    private static final String POINTER = "/" + NAME;
    private static final int TEXT_LENGTH_MAX = 200;

    private final ObjectNode json;
    private final Fields fields;
    private final Scope scope;

    private FilterFields(ObjectNode json, Fields fields, Scope scope) {
        this.json = json;
        this.fields = fields;
        this.scope = scope;
    }

    /// The filter of a body that must have one. Among what it may say is always `app`.
    static FilterFields of(Fields body, Caller caller, AppNames apps, String... others) {
        if (!(body.node(NAME).orElse(null) instanceof ObjectNode json)) {
            throw Problem.invalid(POINTER, "filter must be an object.");
        }
        var known = Arrays.copyOf(others, others.length + 1);
        known[others.length] = "app";
        var fields = new Fields(POINTER, json, known);
        if (Arrays.stream(known).allMatch(name -> fields.node(name).isEmpty())) {
            throw Problem.invalid(
                    POINTER, "filter must say at least one of " + String.join(", ", known) + ".");
        }
        var scope =
                fields.text("app", TEXT_LENGTH_MAX)
                        .map(name -> new Scope(apps.named(name, caller), caller.mode()))
                        .orElse(caller.scope());
        return new FilterFields(json, fields, scope);
    }

    /// In the words of who asked.
    ObjectNode json() {
        return json;
    }

    Scope scope() {
        return scope;
    }

    @Nullable String text(String name) {
        return fields.text(name, TEXT_LENGTH_MAX).orElse(null);
    }

    @Nullable UUID id(String name, IdKind kind) {
        return parsed(
                name, text -> kind.parse(text), "an id that begins with " + kind.prefix() + ".");
    }

    @Nullable Instant time(String name) {
        return parsed(
                name, Timestamps::parse, "a time with an offset, such as 2026-04-28T14:00:00Z.");
    }

    private <T> @Nullable T parsed(String name, Function<String, Optional<T>> parse, String what) {
        var text = text(name);
        if (text == null) {
            return null;
        }
        return parse.apply(text)
                .orElseThrow(() -> Problem.invalid(fields.at(name), name + " must be " + what));
    }
}
