package dev.waybill.engine.trace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.waybill.domain.trace.Sampling;
import dev.waybill.domain.trace.TraceContext;
import dev.waybill.infra.trace.FinishedSpan;
import dev.waybill.infra.trace.OpenSpan;
import dev.waybill.testing.ManualClock;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedTracesTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PRODUCER = "00f067aa0ba902b7";
    private static final String SAMPLED = "00-" + TRACE + "-" + PRODUCER + "-01";
    private static final String UNSAMPLED = "00-" + TRACE + "-" + PRODUCER + "-00";
    private static final UUID DELIVERY = UUID.fromString("0198c0de-0000-7000-8000-000000000001");

    private static final Sampling ALL = new Sampling(true, 1);
    private static final Sampling NONE = new Sampling(true, 0);

    private final ManualClock clock = new ManualClock();
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<FinishedSpan> spans = new ArrayList<>();

    private Traces traces(Sampling sampling) {
        return new RecordedTraces(sampling, spans::add, clock, random::nextLong);
    }

    @Test
    void aPublishContinuesTheTraceOfItsProducer() {
        var trace = requireNonNull(traces(ALL).publish(SAMPLED));
        open(trace).end(clock.instant());

        var kept = TraceContext.parse(trace.traceparent()).orElseThrow();
        assertThat(kept.traceId()).isEqualTo(TRACE);
        assertThat(kept.spanId()).isNotEqualTo(PRODUCER);
        assertThat(kept.isSampled()).isTrue();
        var span = spans.getFirst();
        assertThat(span.name()).isEqualTo("publish");
        assertThat(span.context().getTraceId()).isEqualTo(TRACE);
        assertThat(span.context().getSpanId()).isEqualTo(kept.spanId());
        assertThat(span.parent().getSpanId()).isEqualTo(PRODUCER);
        assertThat(span.linked()).isFalse();
    }

    @Test
    void aPublishWithoutAProducersTraceBeginsOne() {
        var traces = traces(ALL);
        var first = requireNonNull(traces.publish(null));
        var second = requireNonNull(traces.publish("not a context"));
        open(first).end(clock.instant());

        assertThat(TraceContext.isSampled(first.traceparent())).isTrue();
        assertThat(first.traceparent()).isNotEqualTo(second.traceparent());
        assertThat(spans.getFirst().parent().isValid()).isFalse();
    }

    @Test
    void whatIsNotRecordedIsPassedOnAsSuch() {
        assertThat(traces(ALL).publish(UNSAMPLED)).isEqualTo(new Trace(UNSAMPLED, null));
        assertThat(traces(new Sampling(false, 0)).publish(SAMPLED))
                .isEqualTo(new Trace(UNSAMPLED, null));
        var begun = requireNonNull(traces(NONE).publish(null));
        assertThat(begun.span()).isNull();
        assertThat(TraceContext.parse(begun.traceparent()).orElseThrow().isSampled()).isFalse();
    }

    @Test
    void anAttemptBelongsToThePublishAndIsLinkedToIt() {
        var trace = requireNonNull(traces(ALL).attempt(SAMPLED, DELIVERY, clock.instant()));
        open(trace).end(clock.instant());

        var span = spans.getFirst();
        assertThat(span.name()).isEqualTo("attempt");
        assertThat(span.context().getTraceId()).isEqualTo(TRACE);
        assertThat(span.parent().getSpanId()).isEqualTo(PRODUCER);
        assertThat(span.linked()).isTrue();
        assertThat(trace.traceparent())
                .isEqualTo("00-" + TRACE + "-" + span.context().getSpanId() + "-01");
    }

    @Test
    void theDecisionOfThePublishHoldsForItsAttempts() {
        assertThat(traces(NONE).attempt(SAMPLED, DELIVERY, clock.instant())).isNotNull();
        assertThat(traces(ALL).attempt(UNSAMPLED, DELIVERY, clock.instant())).isNull();
        assertThat(traces(new Sampling(false, 0)).attempt(SAMPLED, DELIVERY, clock.instant()))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void attemptsOfAnEventWithoutAContextShareATraceInEveryProcess(boolean recorded) {
        var sampling = recorded ? ALL : NONE;
        var first = requireNonNull(traces(sampling).attempt(null, DELIVERY, clock.instant()));
        var second = requireNonNull(traces(sampling).attempt(null, DELIVERY, clock.instant()));
        var other =
                requireNonNull(traces(sampling).attempt(null, UUID.randomUUID(), clock.instant()));

        assertThat(first.span() != null).isEqualTo(recorded);
        assertThat(TraceContext.isSampled(first.traceparent())).isEqualTo(recorded);
        assertThat(traceId(second)).isEqualTo(traceId(first));
        assertThat(second.traceparent()).isNotEqualTo(first.traceparent());
        assertThat(traceId(other)).isNotEqualTo(traceId(first));
    }

    @Test
    void theSettlementBelongsToTheAttempt() {
        var traces = traces(ALL);
        var attempt = open(traces.attempt(SAMPLED, DELIVERY, clock.instant()));

        var settle = traces.settle(attempt, clock.instant());
        settle.end(clock.instant());
        settle.end(clock.instant());

        assertThat(spans).hasSize(1);
        assertThat(spans.getFirst().name()).isEqualTo("settle");
        assertThat(spans.getFirst().context().getTraceId()).isEqualTo(TRACE);
        assertThat(spans.getFirst().parent().getSpanId()).isEqualTo(attempt.position().spanId());
    }

    @Test
    void whileOffTheContextOfAProducerIsPassedOn() {
        assertThat(Traces.OFF.publish(SAMPLED)).isEqualTo(new Trace(SAMPLED, null));
        assertThat(Traces.OFF.publish(UNSAMPLED)).isEqualTo(new Trace(UNSAMPLED, null));
        assertThat(Traces.OFF.publish("00-trace-span-01")).isNull();
        assertThat(Traces.OFF.publish(null)).isNull();
        assertThat(Traces.OFF.attempt(SAMPLED, DELIVERY, clock.instant())).isNull();
    }

    @Test
    void anAttemptThatIsNotRecordedMakesNoObject() {
        var at = clock.instant();
        var traces = traces(new Sampling(true, 0.01));

        assertThat(bytesOf(() -> traces.attempt(UNSAMPLED, DELIVERY, at))).isLessThan(1);
        assertThat(bytesOf(() -> Traces.OFF.attempt(SAMPLED, DELIVERY, at))).isLessThan(1);
        assertThat(bytesOf(() -> Traces.OFF.publish(null))).isLessThan(1);
    }

    /// Allocated by one call, on average. Other work of this thread, such as loading classes, is in
    /// the first calls.
    private static double bytesOf(Runnable call) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int calls = 20_000;
        for (int i = 0; i < calls; i++) {
            call.run();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < calls; i++) {
            call.run();
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / (double) calls;
    }

    private static OpenSpan open(@Nullable Trace trace) {
        return requireNonNull(requireNonNull(trace).span());
    }

    private static String traceId(Trace trace) {
        return TraceContext.parse(trace.traceparent()).orElseThrow().traceId();
    }
}
