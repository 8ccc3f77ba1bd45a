package dev.waybill.feature.portal;

import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.apps.AppsFeature;
import dev.waybill.feature.users.UsersFeature;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The parts of the portal.
public record PortalFeature(
        PortalLinks links, PortalLinkService linkService, PortalSettings settings) {

    /// Builds the parts of the feature.
    ///
    /// @param lookJson the portal's look as the audit log shows it
    public static PortalFeature of(
            FeatureContext context,
            AuditTrail<PortalLink> trail,
            Function<PortalLook, ObjectNode> lookJson,
            AppsFeature apps,
            UsersFeature users) {
        var database = context.database();
        var audit = context.audit();
        var clock = context.clock();
        var links =
                new PortalLinks(
                        database,
                        trail,
                        audit,
                        users.sessions().adminKeyHash(),
                        clock,
                        context.ids(),
                        context.random());
        return new PortalFeature(
                links,
                new PortalLinkService(links, apps.names()),
                new PortalSettings(database, audit, lookJson, clock));
    }
}
