package dev.waybill.web.api.events;

import dev.waybill.domain.command.Violation;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.catalog.SchemaCheck;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.web.http.Problem;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Checks an event by the catalog's rules for its type. An event that passes is checked again by
/// the rules in force at its commit; an event that fails is checked again by refreshed rules before
/// it is refused.
public final class TypeCheck {

    private final SchemaChecks checks = new SchemaChecks();
    private final RoutingTable routes;
    private final boolean cataloguedOnly;

    /// A check by the catalog of the routing table.
    ///
    /// @param cataloguedOnly whether types outside the catalog are refused
    public TypeCheck(RoutingTable routes, boolean cataloguedOnly) {
        this.routes = routes;
        this.cataloguedOnly = cataloguedOnly;
    }

    /// Whether the check is only a look-up: it neither waits nor parses.
    boolean isQuick(ParsedEvent event) {
        return switch (event) {
            case ParsedEvent.Valid(var publication) -> isQuick(publication.type());
            case ParsedEvent.Invalid(_, var type, _) -> type == null || isQuick(type);
        };
    }

    private boolean isQuick(String type) {
        var rules = routes.current().catalog().rules(type);
        return rules == null ? !cataloguedOnly : !rules.lookIntoData();
    }

    /// The event with the result of the check. One that breaks other rules is checked too, as far
    /// as its type and data can be read, so that its producer learns everything at once.
    ParsedEvent checked(ParsedEvent event) {
        if (isQuick(event)) {
            return event;
        }
        return switch (event) {
            case ParsedEvent.Valid(var publication) -> checked(publication);
            case ParsedEvent.Invalid invalid -> {
                // It is refused in any case, without a query.
                var type = Objects.requireNonNull(invalid.type());
                var catalog = routes.current().catalog();
                yield invalid.with(violations(type, assessed(type, invalid.data(), null, catalog)));
            }
        };
    }

    private ParsedEvent checked(Publication publication) {
        var assessment = assessed(publication.type(), publication.data());
        return isAccepted(assessment)
                ? new ParsedEvent.Valid(publication.with(assessment))
                : new ParsedEvent.Invalid(
                        violations(publication.type(), assessment),
                        publication.type(),
                        publication.data());
    }

    private List<Violation> violations(String type, SchemaCheck assessment) {
        return isUnknown(assessment)
                ? List.of(
                        Violation.of(
                                "type",
                                Violation.Code.MISSING,
                                "There is no event type " + type + " in the catalog."))
                : CaptureText.inData(assessment.violations());
    }

    private SchemaCheck assessed(String type, byte[] data) {
        var first = assessed(type, data, null, routes.current().catalog());
        // Another process may just have changed the catalog. If it has not, the data is not
        // checked again.
        return isAccepted(first) ? first : assessed(type, data, first, refreshed());
    }

    private SchemaCheck assessed(
            String type, byte @Nullable [] data, @Nullable SchemaCheck before, Catalog catalog) {
        return data == null
                ? new SchemaCheck(catalog.rules(type), null, List.of())
                : checks.run(() -> catalog.assess(type, data, before));
    }

    private boolean isAccepted(SchemaCheck assessment) {
        return assessment.isValid() && !isUnknown(assessment);
    }

    private boolean isUnknown(SchemaCheck assessment) {
        return cataloguedOnly && assessment.rules() == null;
    }

    private Catalog refreshed() {
        try {
            return routes.refreshed().catalog();
        } catch (SQLException e) {
            throw Problem.unavailable("The catalog of event types cannot be read at the moment.");
        }
    }
}
