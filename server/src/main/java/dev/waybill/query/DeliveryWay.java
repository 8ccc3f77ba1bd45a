package dev.waybill.query;

import dev.waybill.domain.Apps;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Scope;
import java.util.Locale;

/// The index through which a list of deliveries is read: the one that holds the fewest rows beside
/// those that are shown. What else is asked is checked row by row.
enum DeliveryWay {
    /// Every delivery there is.
    ALL,
    /// Those of one endpoint.
    ENDPOINT,
    /// Those of an app that wait or ended otherwise than delivered.
    UNDELIVERED,
    /// The same of all apps.
    UNDELIVERED_OF_ALL,
    /// Those under a lease, or lately.
    LEASED,
    /// Those of the test mode, or of an app other than the default one: few among many.
    APART,
    /// Those of the test mode, of all apps.
    TEST,
    /// Dead letters that nobody has settled, of all apps.
    LETTERS,
    /// The same of one endpoint.
    LETTERS_OF_ENDPOINT;

    static DeliveryWay of(Scope scope, DeliveryFilter filter) {
        if (filter.state() == DeliveryState.IN_FLIGHT) {
            return LEASED;
        }
        if (DeliveryFilter.OPEN.equals(filter.deadLetter())) {
            return openLetters(scope, filter);
        }
        boolean undelivered = filter.state() != null && filter.state() != DeliveryState.DELIVERED;
        if (undelivered || filter.reason() != null || filter.deadLetter() != null) {
            return scope.appId() == null ? UNDELIVERED_OF_ALL : UNDELIVERED;
        }
        if (filter.endpointId() != null) {
            return ENDPOINT;
        }
        boolean test = scope.mode() == Mode.TEST;
        if (scope.appId() == null) {
            return test ? TEST : ALL;
        }
        return test || !scope.appId().equals(Apps.DEFAULT) ? APART : ALL;
    }

    private static DeliveryWay openLetters(Scope scope, DeliveryFilter filter) {
        if (filter.endpointId() != null) {
            return LETTERS_OF_ENDPOINT;
        }
        return scope.appId() == null ? LETTERS : UNDELIVERED;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
