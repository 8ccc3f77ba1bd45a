package dev.waybill.web.api.events;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.events.EventSummary;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Reply;
import dev.waybill.web.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Answers repeated publishes with the result of the first one. A producer may send a whole day
/// again: many are looked up at once, and never with more than one of the connections that
/// interactive requests share.
final class RepeatedPublishes {

    private static final int LOOKED_UP_AT_ONCE = 200;

    /// Beyond this limit producers get 503.
    private static final int WAITING_MAX = 10_000;

    private record Waiting(UUID eventId, Caller caller, Reply reply) {}

    private final EventQuery events;
    private final AppNames apps;
    private final LinkedBlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>(WAITING_MAX);
    private final AtomicBoolean lookingUp = new AtomicBoolean();

    RepeatedPublishes(EventQuery events, AppNames apps) {
        this.events = events;
        this.apps = apps;
    }

    /// Answers later, on another thread.
    void answer(UUID eventId, Caller caller, Reply reply) {
        if (!waiting.offer(new Waiting(eventId, caller, reply))) {
            reply.fail(
                    Problem.unavailable(
                            "Too many repeated publishes wait for their status. The event is"
                                    + " stored; publish it again later to see its status."));
            return;
        }
        lookUpUnlessUnderWay();
    }

    private void lookUpUnlessUnderWay() {
        if (!waiting.isEmpty() && lookingUp.compareAndSet(false, true)) {
            Thread.ofVirtual().name("repeated").start(this::lookUpAll);
        }
    }

    private void lookUpAll() {
        try {
            var batch = next();
            while (!batch.isEmpty()) {
                lookUp(batch);
                batch = next();
            }
        } finally {
            lookingUp.set(false);
        }
        // An item may have been added after the last check.
        lookUpUnlessUnderWay();
    }

    private List<Waiting> next() {
        var batch = new ArrayList<Waiting>();
        waiting.drainTo(batch, LOOKED_UP_AT_ONCE);
        return batch;
    }

    private void lookUp(List<Waiting> batch) {
        try {
            var found = events.summaries(batch.stream().map(Waiting::eventId).distinct().toList());
            for (var one : batch) {
                answer(one, found.get(one.eventId));
            }
        } catch (RuntimeException | Error e) {
            batch.forEach(one -> one.reply.fail(e));
        }
    }

    private void answer(Waiting one, @Nullable EventSummary event) {
        if (event == null) {
            one.reply.fail(PublishApi.unconfirmed());
            return;
        }
        boolean reads = one.caller.role().may(Right.READ);
        var shown =
                reads ? event : new EventSummary(event.head(), event.progress().withoutAnswer());
        one.reply.send(Json.response(200, EventJson.of(shown, apps.uid(event.head().appId()))));
    }
}
