package dev.waybill.engine.dispatch;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.infra.log.LogScope;
import java.util.LinkedHashMap;
import java.util.Map;

/// The ids of the log lines of an attempt, as the API shows them.
final class LogIds {

    private LogIds() {}

    static Map<String, String> of(Claim claim) {
        var ids = new LinkedHashMap<String, String>();
        ids.put(LogScope.DELIVERY_ID, IdKind.DELIVERY.format(claim.deliveryId()));
        ids.put(LogScope.EVENT_ID, claim.envelope().eventId());
        ids.put(LogScope.ENDPOINT_ID, IdKind.ENDPOINT.format(claim.endpointId()));
        ids.put(LogScope.APP_ID, IdKind.APP.format(claim.appId()));
        return ids;
    }
}
