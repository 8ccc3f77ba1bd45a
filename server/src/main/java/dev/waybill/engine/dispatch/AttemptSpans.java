package dev.waybill.engine.dispatch;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.infra.trace.OpenSpan;
import dev.waybill.infra.trace.SpanAttribute;
import java.util.Locale;

/// The attributes of the span of an attempt. Of the URL it shows the server only: paths and queries
/// may contain keys.
final class AttemptSpans {

    private AttemptSpans() {}

    static void describe(OpenSpan span, Claim claim, Target target, Outcome outcome) {
        int number = claim.progress().attempts() + 1;
        span.set(SpanAttribute.HTTP_METHOD, "POST")
                .set(SpanAttribute.URL_SCHEME, target.scheme().code())
                .set(SpanAttribute.SERVER_ADDRESS, target.host())
                .set(SpanAttribute.SERVER_PORT, target.port())
                .set(SpanAttribute.APP_ID, IdKind.APP.format(claim.appId()))
                .set(SpanAttribute.EVENT_ID, claim.envelope().eventId())
                .set(SpanAttribute.EVENT_TYPE, claim.envelope().eventType())
                .set(SpanAttribute.ENDPOINT_ID, IdKind.ENDPOINT.format(claim.endpointId()))
                .set(SpanAttribute.DELIVERY_ID, IdKind.DELIVERY.format(claim.deliveryId()))
                .set(SpanAttribute.ATTEMPT_NUMBER, number);
        if (number > 1) {
            span.set(SpanAttribute.HTTP_RESENDS, number - 1);
        }
        describe(span, outcome);
    }

    private static void describe(OpenSpan span, Outcome outcome) {
        if (outcome.recordedStatus() != null) {
            span.set(SpanAttribute.HTTP_STATUS, outcome.recordedStatus());
        }
        span.set(
                SpanAttribute.ATTEMPT_OUTCOME,
                switch (outcome) {
                    case Outcome.Accepted _ -> "succeeded";
                    case Outcome.Refused _, Outcome.Unanswered _, Outcome.Blocked _ -> "failed";
                    case Outcome.NotSent _ -> "not_sent";
                });
        switch (outcome) {
            case Outcome.Accepted _ -> {}
            case Outcome.Refused(int status, _) -> span.failed(Integer.toString(status));
            case Outcome.Unanswered(var fault) -> span.failed(fault.code());
            case Outcome.Blocked _ -> span.failed("blocked");
            case Outcome.NotSent(var fault) -> span.failed(fault.name().toLowerCase(Locale.ROOT));
        }
    }
}
