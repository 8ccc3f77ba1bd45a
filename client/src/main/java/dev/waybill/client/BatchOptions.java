package dev.waybill.client;

import java.time.Duration;

/// The limits of a [BatchingPublisher]. Immutable: each `with…` returns others.
///
/// @param events the most events of a request, up to 1,000
/// @param linger how long an event waits for others to be sent with; zero for not at all
/// @param queue the most events that wait to be sent
/// @param closeWithin how long [BatchingPublisher#close] waits for the events in the queue
public record BatchOptions(int events, Duration linger, int queue, Duration closeWithin) {

    public static final BatchOptions DEFAULTS =
            new BatchOptions(500, Duration.ofMillis(20), 10_000, Duration.ofSeconds(10));

    public BatchOptions {
        if (events < 1 || events > Waybill.BATCH_EVENTS_MAX) {
            throw new IllegalArgumentException("events must be 1 to 1000: " + events);
        }
        if (queue < 1) {
            throw new IllegalArgumentException("queue must be positive: " + queue);
        }
        if (linger.isNegative() || closeWithin.isNegative()) {
            throw new IllegalArgumentException("a duration is negative");
        }
    }

    public BatchOptions withEvents(int max) {
        return new BatchOptions(max, linger, queue, closeWithin);
    }

    public BatchOptions withLinger(Duration time) {
        return new BatchOptions(events, time, queue, closeWithin);
    }

    public BatchOptions withQueue(int max) {
        return new BatchOptions(events, linger, max, closeWithin);
    }

    public BatchOptions withCloseWithin(Duration time) {
        return new BatchOptions(events, linger, queue, time);
    }
}
