package dev.waybill.web.api.events;

import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.catalog.SchemaCheck;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.web.http.Problem;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.util.Objects;

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

    /// Whether the check is no more than a look-up: it waits for nothing and parses nothing.
    boolean isQuick(Publication publication) {
        var rules = routes.current().catalog().rules(publication.type());
        return rules == null ? !cataloguedOnly : !rules.lookIntoData();
    }

    /// The publication with the result of the check, or a problem.
    Publication checked(Publication publication) {
        if (isQuick(publication)) {
            return publication;
        }
        var first = assessed(publication, routes.current().catalog());
        if (isAccepted(first)) {
            return first;
        }
        // Another process may just have changed the catalog. If it has not, the data is not looked
        // into again.
        var second = assessed(first, refreshed());
        if (isAccepted(second)) {
            return second;
        }
        var assessment = Objects.requireNonNull(second.assessment());
        throw isUnknown(assessment)
                ? Problem.invalid(
                        "/type",
                        "There is no event type " + publication.type() + " in the catalogue.")
                : CaptureText.invalidData(assessment.violations());
    }

    private Publication assessed(Publication publication, Catalog catalog) {
        return publication.with(
                checks.run(() ->
                        catalog.assess(
                                publication.type(), publication.data(), publication.assessment())));
    }

    private boolean isAccepted(Publication publication) {
        var assessment = Objects.requireNonNull(publication.assessment());
        return assessment.isValid() && !isUnknown(assessment);
    }

    private boolean isUnknown(SchemaCheck assessment) {
        return cataloguedOnly && assessment.rules() == null;
    }

    private Catalog refreshed() {
        try {
            return routes.refreshed().catalog();
        } catch (SQLException e) {
            throw Problem.unavailable("The catalogue of event types cannot be read now.");
        }
    }
}
