package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.PaceNews;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Lanes with changes of pace that the other processes do not know of yet.
final class PaceReports {

    private final Lanes lanes;
    private final Set<Lane> pending = ConcurrentHashMap.newKeySet();

    PaceReports(Lanes lanes) {
        this.lanes = lanes;
    }

    /// To be called after each change of the lane.
    void check(Lane lane) {
        if (lane.hasNews()) {
            pending.add(lane);
        }
    }

    /// Removes and returns all changes, by endpoint.
    Map<UUID, PaceNews> take() {
        var taken = new HashMap<UUID, PaceNews>();
        var reporting = new ArrayList<Lane>();
        pending.removeIf(reporting::add);
        for (var lane : reporting) {
            var news = lane.takeNews();
            if (!news.equals(PaceNews.NONE)) {
                taken.put(lane.endpointId(), news);
            }
        }
        return taken;
    }

    /// Returns changes that could not be written.
    void putBack(Map<UUID, PaceNews> unwritten) {
        unwritten.forEach((endpointId, news) -> {
            var lane = lanes.of(endpointId);
            lane.putBack(news);
            pending.add(lane);
        });
    }
}
