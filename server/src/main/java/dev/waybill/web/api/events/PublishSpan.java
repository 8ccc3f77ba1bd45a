package dev.waybill.web.api.events;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.infra.trace.OpenSpan;
import dev.waybill.infra.trace.SpanAttribute;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Reply;
import dev.waybill.web.http.Response;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The span of a publish, from the arrival of its body to its answer.
final class PublishSpan {

    private static final int SERVER_ERROR_MIN = 500;

    private final OpenSpan span;
    private final InstantSource clock;

    PublishSpan(OpenSpan span, String route, InstantSource clock) {
        this.span = span;
        this.clock = clock;
        span.set(SpanAttribute.HTTP_METHOD, "POST").set(SpanAttribute.HTTP_ROUTE, route);
    }

    /// Ends the span with the answer.
    record Traced(Reply reply, PublishSpan span) implements Reply {

        @Override
        public void send(Response response) {
            span.ended(response.status());
            reply.send(response);
        }

        @Override
        public void fail(Throwable failure) {
            span.ended(failure);
            reply.fail(failure);
        }
    }

    /// Adds what was captured.
    void captured(List<CaptureResult> results) {
        var stored = new ArrayList<Captured>();
        long deliveries = 0;
        for (var result : results) {
            if (result instanceof Captured captured) {
                stored.add(captured);
                deliveries += captured.deliveries();
            }
        }
        span.set(SpanAttribute.EVENTS, stored.size()).set(SpanAttribute.DELIVERIES, deliveries);
        if (stored.size() == 1) {
            var event = stored.getFirst().event();
            span.set(SpanAttribute.APP_ID, IdKind.APP.format(event.appId()))
                    .set(SpanAttribute.EVENT_ID, event.publicId())
                    .set(SpanAttribute.EVENT_TYPE, event.type());
        }
    }

    void ended(int status) {
        span.set(SpanAttribute.HTTP_STATUS, status);
        if (status >= SERVER_ERROR_MIN) {
            span.failed(Integer.toString(status));
        }
        span.end(clock.instant());
    }

    void ended(Throwable failure) {
        if (failure instanceof Problem problem) {
            ended(problem.type().status());
            return;
        }
        span.failed(failure.getClass().getSimpleName());
        span.end(clock.instant());
    }
}
