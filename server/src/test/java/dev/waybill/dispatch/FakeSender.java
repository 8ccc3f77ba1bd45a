package dev.waybill.dispatch;

import dev.waybill.deliver.Answer;
import dev.waybill.deliver.OutgoingRequest;
import dev.waybill.deliver.OutgoingRequest.Header;
import dev.waybill.deliver.Sender;
import dev.waybill.domain.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// Answers what it is told to, when it is told to, and keeps what it was asked.
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

    @Override
    public Answer send(OutgoingRequest request, Duration timeLimit, boolean cutByExpiry) {
        sent.add(new Sent(request, timeLimit, cutByExpiry));
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Answer.only(outcome);
    }
}
