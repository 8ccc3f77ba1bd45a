package dev.waybill.web.site;

import dev.waybill.domain.command.Violation;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// A form as it was filled in, with its errors: shown again with every value kept and each problem
/// next to its field.
///
/// @param problems by the name of the field
/// @param problem an error of no field, or of a field that the form does not have
public record FormState(
        Map<String, String> values, Map<String, String> problems, @Nullable String problem) {

    public static final FormState EMPTY = of(Map.of());

    public FormState {
        values = Map.copyOf(values);
        problems = Map.copyOf(problems);
    }

    public static FormState of(Map<String, String> values) {
        return new FormState(values, Map.of(), null);
    }

    /// The submitted values of these fields.
    public static FormState of(Form form, String... names) {
        var values = new HashMap<String, String>();
        for (var name : names) {
            values.put(name, form.text(name));
        }
        return of(values);
    }

    /// The same with one more field. A secret is not sent back.
    public FormState and(String name, String value) {
        var more = new HashMap<>(values);
        more.put(name, value);
        return new FormState(more, problems, problem);
    }

    /// The same with a problem that concerns the form as a whole.
    public FormState withProblem(String detail) {
        return new FormState(values, problems, detail);
    }

    public String value(String name) {
        return values.getOrDefault(name, "");
    }

    public boolean is(String name, String value) {
        return value(name).equals(value);
    }

    public @Nullable String problemOf(String name) {
        return problems.get(name);
    }

    /// The value of `aria-invalid` for a field with this problem; null without one.
    public static @Nullable String invalid(@Nullable String problem) {
        return problem == null ? null : "true";
    }

    /// The ids of the help and the error of a field; null without either.
    public static @Nullable String describedBy(
            String name, @Nullable String help, @Nullable String problem) {
        var ids = new StringJoiner(" ");
        if (help != null) {
            ids.add(name + "-help");
        }
        if (problem != null) {
            ids.add(name + "-wrong");
        }
        return ids.length() == 0 ? null : ids.toString();
    }

    /// The same with the error of a problem.
    ///
    /// @param fields names of the form's fields that differ from the API's
    public FormState refused(Problem refusal, Map<String, String> fields) {
        var named = nameOf(refusal.field());
        var field = fields.getOrDefault(named, named);
        return values.containsKey(field)
                ? new FormState(values, Map.of(field, refusal.detail()), null)
                : new FormState(values, Map.of(), refusal.detail());
    }

    /// The same with every violation next to its field. A violation of a field that the form does
    /// not show concerns the form as a whole.
    ///
    /// @param titles how the form names its fields; a field without a title keeps its name
    public FormState refused(List<Violation> violations, Map<String, String> titles) {
        var beside = new HashMap<String, String>();
        var others = new StringJoiner(" ");
        for (var violation : violations) {
            var field = violation.field();
            var detail = violation.detail(titles.getOrDefault(field, field));
            if (values.containsKey(field)) {
                beside.merge(field, detail, (first, second) -> first + " " + second);
            } else {
                others.add(detail);
            }
        }
        return new FormState(values, beside, others.length() == 0 ? null : others.toString());
    }

    public FormState refused(Problem refusal) {
        return refused(refusal, Map.of());
    }

    public FormState refused(String field, String detail) {
        return new FormState(values, Map.of(field, detail), null);
    }

    /// The first name in a JSON pointer.
    private static String nameOf(@Nullable String pointer) {
        return pointer == null || !pointer.startsWith("/") ? "" : pointer.split("/", -1)[1];
    }
}
