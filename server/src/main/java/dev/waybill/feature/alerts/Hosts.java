package dev.waybill.feature.alerts;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.deliver.egress.Target;

/// The hosts of endpoints.
final class Hosts {

    private Hosts() {}

    static String of(Endpoint endpoint) {
        try {
            return Target.parse(endpoint.url()).host();
        } catch (Target.Unusable e) {
            return endpoint.url();
        }
    }
}
