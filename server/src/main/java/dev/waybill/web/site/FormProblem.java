package dev.waybill.web.site;

import dev.waybill.domain.command.Violation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Shows the violations of an action that has no form to show again.
public final class FormProblem {

    private FormProblem() {}

    /// All violations as one problem.
    ///
    /// @param titles how the page names the fields; a field without a title keeps its name
    public static Problem of(List<Violation> violations, Map<String, String> titles) {
        return Problem.of(
                ProblemType.INVALID,
                violations.stream()
                        .map(one -> one.detail(titles.getOrDefault(one.field(), one.field())))
                        .collect(Collectors.joining(" ", "", " Nothing was changed.")));
    }
}
