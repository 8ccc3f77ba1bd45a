package dev.waybill.infra.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Map;

/// The process that spans come from.
record SpanOrigin(Resource resource, InstrumentationScopeInfo scope) {

    private static final String SCOPE = "dev.waybill";

    /// @param attributes of the process, in addition to those of the library
    static SpanOrigin of(Map<String, String> attributes, String version) {
        var own = Attributes.builder();
        attributes.forEach(own::put);
        return new SpanOrigin(
                Resource.getDefault().merge(Resource.create(own.build())),
                InstrumentationScopeInfo.builder(SCOPE).setVersion(version).build());
    }
}
