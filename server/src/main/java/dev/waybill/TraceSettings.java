package dev.waybill;

import dev.waybill.domain.trace.Sampling;
import dev.waybill.infra.trace.Collector;
import dev.waybill.infra.trace.ExportLimits;
import java.util.Map;

/// The settings of tracing. It is off unless a collector is set.
///
/// @param resource the attributes that describe this service, such as `service.name`
public record TraceSettings(
        Collector collector, Sampling sampling, ExportLimits limits, Map<String, String> resource) {

    public TraceSettings {
        resource = Map.copyOf(resource);
    }
}
