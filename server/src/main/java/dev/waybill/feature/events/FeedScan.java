package dev.waybill.feature.events;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import java.util.Locale;

/// The index by which the feed is read. Small subsets have an index of their own.
enum FeedScan {
    /// All events.
    ALL,
    /// Events of the test mode, or of an app other than the default one.
    APART,
    /// Events of the test mode, of all apps.
    TEST;

    static FeedScan of(Scope scope) {
        boolean test = scope.mode() == Mode.TEST;
        if (scope.appId() == null) {
            return test ? TEST : ALL;
        }
        return test || !scope.appId().equals(Apps.DEFAULT) ? APART : ALL;
    }

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
