package dev.waybill.engine.dispatch;

import dev.waybill.engine.dispatch.ClaimStore.Room;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.function.ToIntBiFunction;

/// Divides the places of one pass among endpoints. The number of rows of each is not known before
/// they are claimed, so all get the same number, and places that some have no room for go to the
/// others.
final class Portions {

    private Portions() {}

    /// Returns a room for each endpoint, in order; those that got no place have a room without
    /// places.
    ///
    /// @param reserve reserves up to this many places for an endpoint, and returns how many it got
    static List<Room> share(
            List<UUID> endpoints,
            int places,
            int placesEach,
            ToIntBiFunction<UUID, Integer> reserve) {
        var taken = new LinkedHashMap<UUID, Integer>();
        endpoints.forEach(endpoint -> taken.put(endpoint, 0));
        var asking = List.copyOf(taken.keySet());
        int left = places;
        while (left > 0 && !asking.isEmpty()) {
            int portion = Math.max(1, left / asking.size());
            var unsatisfied = new ArrayList<UUID>();
            for (var endpoint : asking) {
                int before = taken.getOrDefault(endpoint, 0);
                int most = Math.min(Math.min(portion, left), placesEach - before);
                int got = most == 0 ? 0 : reserve.applyAsInt(endpoint, most);
                taken.put(endpoint, before + got);
                left -= got;
                if (got == most && before + got < placesEach) {
                    unsatisfied.add(endpoint);
                }
            }
            asking = unsatisfied;
        }
        return taken.entrySet().stream()
                .map(entry -> new Room(entry.getKey(), entry.getValue()))
                .toList();
    }
}
