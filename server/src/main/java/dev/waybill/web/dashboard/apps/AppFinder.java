package dev.waybill.web.dashboard.apps;

import dev.waybill.engine.access.App;
import dev.waybill.feature.apps.AppService;
import dev.waybill.web.http.Problem;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Visit;
import dev.waybill.web.text.AppText;

/// Finds the app that a page is about, by the uid or id in its address.
final class AppFinder {

    private final AppService apps;

    AppFinder(AppService apps) {
        this.apps = apps;
    }

    App of(Visit visit) {
        return apps.find(visit.request().part("id"), visit.visitor().caller())
                .orElseThrow(() -> notFound(visit));
    }

    static Problem notFound(Visit visit) {
        return AppText.notFound(SafeText.text(visit.request().part("id")));
    }
}
