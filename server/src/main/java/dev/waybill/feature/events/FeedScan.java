package dev.waybill.feature.events;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import java.util.Locale;

/// The index through which the feed is read: what is few among many has one of its own.
enum FeedScan {
    /// Every event there is.
    ALL,
    /// Those of the test mode, or of an app other than the default one.
    APART,
    /// Those of the test mode, of all apps.
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
