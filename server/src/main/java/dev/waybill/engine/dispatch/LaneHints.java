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

/// Ordered lanes whose head may be waiting, as far as this process knows, in order of arrival.
/// Hints may be wrong or lost: a claim checks the lane, and the sweep finds waiting heads without
/// hints. Guarded by `this`.
public final class LaneHints {

    /// Lanes remembered, at about 200 bytes each.
    static final int LANES_MAX = 50_000;

    /// The part that is reserved for the sweep. The sweep visits all lanes in turn, so if more
    /// lanes wait than fit in here, those that were just served do not keep out the others.
    static final int LANES_FOR_THE_SWEEP = 10_000;

    /// The part that each endpoint may use, even if another one has filled the rest.
    static final int LANES_EACH = 64;

    /// Heads remembered, so that a search does not begin at the start of the lane.
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

    /// A delivery was added to the lane, or the lane was released. If this process holds the head,
    /// the end of the head is the next hint.
    public void arrived(OrderedLane lane) {
        if (add(lane)) {
            onHint.run();
        }
    }

    private synchronized boolean add(OrderedLane lane) {
        return !underWay.contains(lane) && add(lane, LANES_MAX - LANES_FOR_THE_SWEEP);
    }

    /// Settlements were written, or their leases were found to be lost.
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

    /// The sweep found these heads waiting. Returns how many had no hint.
    int found(List<LanePlace> waiting) {
        int added = addFound(waiting);
        if (added > 0) {
            onHint.run();
        }
        return added;
    }

    private synchronized int addFound(List<LanePlace> waiting) {
        int added = 0;
        for (var head : waiting) {
            // Also if the place is lower than before: the database is right.
            remember(head);
            added += add(head.lane(), LANES_MAX) ? 1 : 0;
        }
        return added;
    }

    /// This process has claimed these heads. All deliveries before them in their lanes have ended
    /// for good, unless a server takes over that lacks the last transactions; that one has another
    /// timeline.
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

    /// The endpoints with hints, longest waiting first.
    synchronized List<UUID> endpoints() {
        return List.copyOf(hinted.keySet());
    }

    synchronized int count(UUID endpointId) {
        var lanes = hinted.get(endpointId);
        return lanes == null ? 0 : lanes.size();
    }

    /// Takes up to `most` lanes of the endpoint. Its other lanes wait behind those of other
    /// endpoints.
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

    /// The places at which the search for heads may begin.
    ///
    /// @param timeline the timeline of the server on which all deliveries before these places had
    ///   ended
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
        boolean added = lanes.add(lane);
        count += added ? 1 : 0;
        return added;
    }

    private void remember(LanePlace head) {
        heads.put(head.lane(), head.sequence());
        if (heads.size() > HEADS_MAX) {
            heads.pollFirstEntry();
        }
    }
}
