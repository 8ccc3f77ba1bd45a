package dev.waybill.engine.capture;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A fast path with this many places, which keeps everything it is given.
final class FakeFastPath implements FastPath {

    private final AtomicInteger places = new AtomicInteger(Integer.MAX_VALUE);
    private final List<Claim> accepted = new CopyOnWriteArrayList<>();
    private final List<OrderedLane> linedUp = new CopyOnWriteArrayList<>();

    void placesLeft(int number) {
        places.set(number);
    }

    int placesLeft() {
        return places.get();
    }

    List<Claim> accepted() {
        return accepted;
    }

    List<OrderedLane> linedUp() {
        return linedUp;
    }

    @Override
    public boolean reserve(Endpoint endpoint, boolean urgent, int bytes) {
        return places.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    @Override
    public void release(UUID endpointId, int bytes) {
        places.incrementAndGet();
    }

    @Override
    public void linedUp(OrderedLane lane) {
        linedUp.add(lane);
    }

    @Override
    public void accept(Claim claim) {
        accepted.add(claim);
    }
}
