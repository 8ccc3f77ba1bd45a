package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.engine.dispatch.LaneStore.ClaimedHeads;
import dev.waybill.engine.settle.Settlement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Ordered lanes whose head may be waiting, as far as this process has heard, first come first
/// served. All of it may be wrong or lost: the claim looks for itself, and the sweep finds what
/// nobody was told of. Guarded by `this`.
public final class LaneHints {

    /// Lanes remembered: some 200 bytes each.
    static final int LANES_MAX = 50_000;

    /// Of those, what is kept for the sweep: it goes round, so that among more lanes than fit here
    /// those that were just served cannot keep the others out.
    static final int LANES_FOR_THE_SWEEP = 10_000;

    /// What any endpoint may have, however many lanes another one has filled the rest with.
    static final int LANES_EACH = 64;

    /// Heads remembered, so that a search need not begin where the lane once began.
    static final int HEADS_MAX = 50_000;

    private final Map<UUID, Set<OrderedLane>> hinted = new LinkedHashMap<>();
    private final Set<OrderedLane> underWay = new HashSet<>();
    private final LinkedHashMap<OrderedLane, Long> heads = new LinkedHashMap<>(16, 0.75f, true);
    private int count;
    private long timeline;
    private volatile Runnable onHint = () -> {};

    public void onHint(Runnable listener) {
        onHint = listener;
    }

    /// Something was added to the lane, or let go on. If its head is with us, its end will tell.
    public void arrived(OrderedLane lane) {
        if (add(lane)) {
            onHint.run();
        }
    }

    private synchronized boolean add(OrderedLane lane) {
        return !underWay.contains(lane) && add(lane, LANES_MAX - LANES_FOR_THE_SWEEP);
    }

    /// Settlements were written, or found their lease lost.
    public void settled(List<Settlement> settlements) {
        if (freed(settlements)) {
            onHint.run();
        }
    }

    private synchronized boolean freed(List<Settlement> settlements) {
        boolean any = false;
        for (var settlement : settlements) {
            if (settlement.place() != null) {
                underWay.remove(settlement.place().lane());
                var lane = settlement.freedLane();
                any |= lane != null && add(lane, LANES_MAX - LANES_FOR_THE_SWEEP);
            }
        }
        return any;
    }

    /// The sweep saw these heads waiting. Returns how many were news.
    int found(List<LanePlace> waiting) {
        int news = addFound(waiting);
        if (news > 0) {
            onHint.run();
        }
        return news;
    }

    private synchronized int addFound(List<LanePlace> waiting) {
        int news = 0;
        for (var head : waiting) {
            // Also downwards: what the database says is right.
            remember(head);
            news += add(head.lane(), LANES_MAX) ? 1 : 0;
        }
        return news;
    }

    /// Heads were claimed by us. Everything before them in their lanes has ended for good, unless
    /// the server is replaced by one that lacks the last transactions: that has another timeline.
    synchronized void claimed(ClaimedHeads claimed) {
        if (timeline != claimed.timeline()) {
            heads.clear();
            timeline = claimed.timeline();
        }
        for (var delivery : claimed.deliveries()) {
            var head = delivery.place();
            if (head != null) {
                underWay.add(head.lane());
                remember(head);
            }
        }
    }

    /// Endpoints with hints, the longest waiting first.
    synchronized List<UUID> endpoints() {
        return List.copyOf(hinted.keySet());
    }

    synchronized int count(UUID endpointId) {
        var lanes = hinted.get(endpointId);
        return lanes == null ? 0 : lanes.size();
    }

    /// The endpoint's turn has come: takes up to so many of its lanes; the rest waits behind the
    /// other endpoints.
    synchronized List<OrderedLane> take(UUID endpointId, int most) {
        var taken = new ArrayList<OrderedLane>();
        var lanes = hinted.remove(endpointId);
        if (lanes != null) {
            var waiting = lanes.iterator();
            while (waiting.hasNext() && taken.size() < most) {
                taken.add(waiting.next());
                waiting.remove();
            }
            count -= taken.size();
            if (!lanes.isEmpty()) {
                hinted.put(endpointId, lanes);
            }
        }
        return taken;
    }

    /// Where the search for heads may begin.
    ///
    /// @param timeline the server's when everything before these places had ended
    record Search(long timeline, List<LanePlace> from) {}

    synchronized Search search(List<OrderedLane> lanes) {
        return new Search(
                timeline,
                lanes.stream()
                        .map(lane -> new LanePlace(lane, heads.getOrDefault(lane, 0L)))
                        .toList());
    }

    private boolean add(OrderedLane lane, int max) {
        var lanes = hinted.get(lane.endpointId());
        int own = lanes == null ? 0 : lanes.size();
        if (count >= max && own >= LANES_EACH) {
            return false;
        }
        if (lanes == null) {
            lanes = new LinkedHashSet<>();
            hinted.put(lane.endpointId(), lanes);
        }
        boolean news = lanes.add(lane);
        count += news ? 1 : 0;
        return news;
    }

    private void remember(LanePlace head) {
        heads.put(head.lane(), head.sequence());
        if (heads.size() > HEADS_MAX) {
            heads.pollFirstEntry();
        }
    }
}
