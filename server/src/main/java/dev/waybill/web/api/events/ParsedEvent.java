package dev.waybill.web.api.events;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.capture.Publication;
import dev.waybill.web.http.Problem;
import dev.waybill.web.text.CaptureText;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An event of a request: ready to be captured, or everything that is wrong with it.
sealed interface ParsedEvent {

    record Valid(Publication publication) implements ParsedEvent {}

    /// An event that breaks a rule.
    ///
    /// @param type the type of the event, which the catalog may have rules for; null if it is wrong
    ///   itself
    /// @param data null if it is wrong itself
    record Invalid(List<Violation> violations, @Nullable String type, byte @Nullable [] data)
            implements ParsedEvent {

        public Invalid {
            violations = List.copyOf(violations);
        }

        /// The same event with violations that were found later.
        Invalid with(List<Violation> more) {
            return new Invalid(
                    Stream.concat(violations.stream(), more.stream())
                            .limit(Violations.COUNT_MAX)
                            .toList(),
                    type,
                    data);
        }

        /// Whether the event names an app that was not found.
        boolean missesApp() {
            return violations.stream()
                    .anyMatch(violation ->
                            violation.code() == Violation.Code.MISSING
                                    && (violation.field().equals(EventParser.APP)
                                            || violation.field().equals(CloudEvent.APP)));
        }

        Problem problem() {
            return problem(Violations.COUNT_MAX);
        }

        /// The problem that lists the violations, up to a limit.
        Problem problem(int countMax) {
            return CaptureText.invalid(violations.stream().limit(countMax).toList());
        }
    }
}
