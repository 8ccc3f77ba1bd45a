package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.App;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.Trail;
import dev.waybill.engine.audit.Trail.Portrait;
import dev.waybill.engine.catalog.CataloguedType;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.users.Person;
import java.time.InstantSource;

/// What the audit log shows of each kind of thing: what the API shows, which is without secrets.
public final class Trails {

    private final Audit audit;
    private final AppNames apps;
    private final InstantSource clock;

    public Trails(Audit audit, AppNames apps, InstantSource clock) {
        this.audit = audit;
        this.apps = apps;
        this.clock = clock;
    }

    public Trail<Endpoint> endpoints() {
        return new Trail<>(
                audit,
                "webhook_endpoint",
                endpoint ->
                        new Portrait(
                                IdKind.ENDPOINT.format(endpoint.id()),
                                endpoint.appId(),
                                endpoint.mode(),
                                EndpointJson.of(
                                        endpoint,
                                        apps.uid(endpoint.appId()),
                                        clock.instant(),
                                        Audience.OPERATORS)));
    }

    public Trail<App> apps() {
        return new Trail<>(
                audit,
                "app",
                app ->
                        new Portrait(
                                IdKind.APP.format(app.id()), app.id(), null, AppsApi.json(app)));
    }

    public Trail<ApiKey> keys() {
        return new Trail<>(
                audit,
                "api_key",
                key ->
                        new Portrait(
                                IdKind.KEY.format(key.id()),
                                key.appId(),
                                key.mode(),
                                ApiKeyJson.of(key, apps, clock.instant())));
    }

    public Trail<PortalLink> portalLinks() {
        return new Trail<>(
                audit,
                "portal_link",
                link ->
                        new Portrait(
                                IdKind.PORTAL_LINK.format(link.id()),
                                link.appId(),
                                link.mode(),
                                PortalJson.link(link, apps, clock.instant())));
    }

    public Trail<Person> people() {
        return new Trail<>(
                audit,
                "user",
                person ->
                        new Portrait(
                                IdKind.PERSON.format(person.id()),
                                null,
                                null,
                                PersonJson.of(person)));
    }

    public Trail<CataloguedType> eventTypes() {
        return new Trail<>(
                audit,
                "event_type",
                type -> new Portrait(type.name(), null, null, EventTypesApi.json(type)));
    }

    public Trail<Replay> replays() {
        return new Trail<>(
                audit,
                "replay",
                replay ->
                        new Portrait(
                                IdKind.REPLAY.format(replay.id()),
                                replay.appId(),
                                replay.mode(),
                                ReplayJson.of(replay)));
    }

    public Trail<CustomPolicy> retryPolicies() {
        return new Trail<>(
                audit,
                "retry_policy",
                policy -> {
                    var json = RetryPoliciesApi.json(policy);
                    return new Portrait(RetryPoliciesApi.nameOf(json), null, null, json);
                });
    }
}
