package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.PaceReport;
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
        if (lane.hasReport()) {
            pending.add(lane);
        }
    }

    /// Removes and returns all changes, by endpoint.
    Map<UUID, PaceReport> take() {
        var taken = new HashMap<UUID, PaceReport>();
        var reporting = new ArrayList<Lane>();
        pending.removeIf(reporting::add);
        for (var lane : reporting) {
            var report = lane.takeReport();
            if (!report.equals(PaceReport.NONE)) {
                taken.put(lane.endpointId(), report);
            }
        }
        return taken;
    }

    /// Returns changes that could not be written.
    void putBack(Map<UUID, PaceReport> unwritten) {
        unwritten.forEach((endpointId, report) -> {
            var lane = lanes.of(endpointId);
            lane.putBack(report);
            pending.add(lane);
        });
    }
}
