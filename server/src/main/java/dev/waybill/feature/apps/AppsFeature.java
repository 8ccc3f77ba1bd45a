package dev.waybill.feature.apps;

import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.App;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.feature.FeatureContext;

/// The parts of apps.
public record AppsFeature(AppRegister register, NamedApps names, AppService service) {

    /// Builds the parts of the feature.
    ///
    /// @param keyTrail the keys that are revoked with an app
    public static AppsFeature of(
            FeatureContext context, AuditTrail<App> trail, AuditTrail<ApiKey> keyTrail) {
        var accessCache = context.accessCache();
        var register =
                new AppRegister(
                        context.database(),
                        accessCache,
                        trail,
                        keyTrail,
                        context.clock(),
                        context.ids());
        var names = new NamedApps(accessCache);
        return new AppsFeature(register, names, new AppService(register, names));
    }
}
