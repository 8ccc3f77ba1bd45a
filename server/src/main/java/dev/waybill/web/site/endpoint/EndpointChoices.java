package dev.waybill.web.site.endpoint;

import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.access.App;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.retrypolicies.Policies;
import java.util.ArrayList;
import java.util.List;

/// The options of the endpoint forms: apps, event types, retry policies.
public final class EndpointChoices {

    /// Limit of types in a form; other names can be typed.
    private static final int OFFERED_MAX = 200;

    private final AppRegister apps;
    private final EventTypes types;
    private final Policies policies;

    public EndpointChoices(AppRegister apps, EventTypes types, Policies policies) {
        this.apps = apps;
        this.types = types;
        this.policies = policies;
    }

    /// All options, for operators.
    public EndpointForm.Choices all() {
        return new EndpointForm.Choices(appNames(), typeNames(true), policyNames(), true);
    }

    /// For customers, who choose no app and need only a URL and event types.
    public EndpointForm.Choices few() {
        return new EndpointForm.Choices(List.of(), typeNames(false), List.of(), false);
    }

    /// Types that a test event can be of; those hidden from customers only if `hiddenToo`.
    public List<String> testable(boolean hiddenToo) {
        return types.withExample(OFFERED_MAX, hiddenToo);
    }

    private List<String> appNames() {
        return apps.page(DeliveryList.AFTER_ALL, OFFERED_MAX).stream().map(App::uid).toList();
    }

    private List<String> typeNames(boolean hiddenToo) {
        return types.heads(OFFERED_MAX, hiddenToo).stream()
                .filter(type -> !type.deprecated())
                .map(CatalogType::name)
                .toList();
    }

    private List<String> policyNames() {
        var names = new ArrayList<>(RetryPolicies.NAMED.keySet());
        policies.page("", OFFERED_MAX)
                .forEach(policy -> names.add(String.valueOf(policy.spec().name())));
        return names;
    }
}
