package dev.waybill.web.api.audit;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.App;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.audit.AuditTrail.Snapshot;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.feature.alerts.Alert;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.notifications.Channel;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.users.User;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.alerts.AlertJson;
import dev.waybill.web.api.apps.AppsApi;
import dev.waybill.web.api.endpoints.EndpointJson;
import dev.waybill.web.api.eventtypes.EventTypesApi;
import dev.waybill.web.api.keys.ApiKeyJson;
import dev.waybill.web.api.notifications.ChannelJson;
import dev.waybill.web.api.portal.PortalJson;
import dev.waybill.web.api.replays.ReplayJson;
import dev.waybill.web.api.retrypolicies.RetryPoliciesApi;
import java.time.InstantSource;
import tools.jackson.databind.node.ObjectNode;

/// The form in which objects are recorded in the audit log: as the API shows them, without secrets.
public final class AuditTrails {

    private final Audit audit;
    private final AppNames apps;
    private final InstantSource clock;

    public AuditTrails(Audit audit, AppNames apps, InstantSource clock) {
        this.audit = audit;
        this.apps = apps;
        this.clock = clock;
    }

    public AuditTrail<Endpoint> endpoints() {
        return new AuditTrail<>(
                audit,
                "webhook_endpoint",
                endpoint ->
                        new Snapshot(
                                IdKind.ENDPOINT.format(endpoint.id()),
                                endpoint.appId(),
                                endpoint.mode(),
                                EndpointJson.of(
                                        endpoint,
                                        apps.uid(endpoint.appId()),
                                        clock.instant(),
                                        Audience.OPERATORS)));
    }

    public AuditTrail<App> apps() {
        return new AuditTrail<>(
                audit,
                "app",
                app ->
                        new Snapshot(
                                IdKind.APP.format(app.id()), app.id(), null, AppsApi.json(app)));
    }

    public AuditTrail<ApiKey> keys() {
        return new AuditTrail<>(
                audit,
                "api_key",
                key ->
                        new Snapshot(
                                IdKind.KEY.format(key.id()),
                                key.appId(),
                                key.mode(),
                                ApiKeyJson.of(key, apps, clock.instant())));
    }

    public AuditTrail<PortalLink> portalLinks() {
        return new AuditTrail<>(
                audit,
                "portal_link",
                link ->
                        new Snapshot(
                                IdKind.PORTAL_LINK.format(link.id()),
                                link.appId(),
                                link.mode(),
                                PortalJson.link(link, apps, clock.instant())));
    }

    public AuditTrail<User> users() {
        return new AuditTrail<>(
                audit,
                "user",
                user -> new Snapshot(IdKind.USER.format(user.id()), null, null, UserJson.of(user)));
    }

    public AuditTrail<CatalogType> eventTypes() {
        return new AuditTrail<>(
                audit,
                "event_type",
                type -> new Snapshot(type.name(), null, null, EventTypesApi.json(type)));
    }

    public AuditTrail<Channel> channels() {
        return new AuditTrail<>(
                audit,
                "notification_channel",
                channel ->
                        new Snapshot(
                                IdKind.CHANNEL.format(channel.id()),
                                null,
                                null,
                                ChannelJson.of(channel)));
    }

    public AuditTrail<Alert> alerts() {
        return new AuditTrail<>(
                audit,
                "alert",
                alert -> {
                    var subject = alert.subject();
                    return new Snapshot(
                            IdKind.ALERT.format(alert.id()),
                            subject == null ? null : subject.appId(),
                            subject == null ? null : subject.mode(),
                            alert(alert));
                });
    }

    /// An alert as the API shows it.
    public ObjectNode alert(Alert alert) {
        return AlertJson.of(alert, apps, clock.instant());
    }

    public AuditTrail<Replay> replays() {
        return new AuditTrail<>(
                audit,
                "replay",
                replay ->
                        new Snapshot(
                                IdKind.REPLAY.format(replay.id()),
                                replay.request().appId(),
                                replay.request().mode(),
                                ReplayJson.of(replay)));
    }

    public AuditTrail<CustomPolicy> retryPolicies() {
        return new AuditTrail<>(
                audit,
                "retry_policy",
                policy -> {
                    var json = RetryPoliciesApi.json(policy);
                    return new Snapshot(RetryPoliciesApi.nameOf(json), null, null, json);
                });
    }
}
