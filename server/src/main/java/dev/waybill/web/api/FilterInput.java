package dev.waybill.web.api;

import dev.waybill.domain.command.Violation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Reads the `filter` in the body of a request that concerns many objects.
public final class FilterInput {

    public static final String NAME = "filter";

    private FilterInput() {}

    /// The filter of a body that must have one; an empty object if it cannot be read.
    ///
    /// @param otherwise the sentence for a body without a filter
    public static ObjectNode required(JsonInput body, String otherwise) {
        var filter = body.object(NAME, otherwise).value();
        if (filter.isEmpty()) {
            body.violations().add(NAME, Violation.Code.REQUIRED, otherwise);
        }
        return filter.orElseGet(Json::object);
    }

    /// The problem of an invalid request. If the app is the only violation, the filter asks for an
    /// app that does not exist.
    public static Problem problem(List<Violation> violations) {
        var first = violations.getFirst();
        boolean isApp =
                first.fullPath().equals(List.of(NAME, "app"))
                        && first.code() == Violation.Code.MISSING;
        return isApp && violations.size() == 1
                ? Problem.of(ProblemType.NOT_FOUND, first.detail(first.field()))
                : Problem.invalid(violations);
    }
}
