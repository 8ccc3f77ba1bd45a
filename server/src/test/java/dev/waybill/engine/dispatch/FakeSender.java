package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.Sender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Returns scripted answers when the test releases them, and keeps the requests.
final class FakeSender implements Sender {

    record Sent(OutgoingRequest request, Duration timeLimit, boolean cutByExpiry) {

        String header(String name) {
            return request.headers().stream()
                    .filter(header -> header.name().equals(name))
                    .map(Header::value)
                    .findFirst()
                    .orElse("");
        }
    }

    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private volatile Outcome outcome = new Outcome.Accepted(200);
    private final AtomicInteger held = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    List<Sent> sent() {
        return sent;
    }

    void answer(Outcome with) {
        outcome = with;
    }

    /// Every request waits until [#letGo].
    void hold() {
        gate = new CountDownLatch(1);
    }

    void letGo() {
        gate.countDown();
    }

    /// How many requests wait.
    int held() {
        return held.get();
    }

    @Override
    public Answer send(OutgoingRequest request, Duration timeLimit, boolean cutByExpiry) {
        sent.add(new Sent(request, timeLimit, cutByExpiry));
        var closed = gate;
        if (closed.getCount() > 0) {
            held.incrementAndGet();
            await(closed);
            held.decrementAndGet();
        }
        return Answer.only(outcome);
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
