package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;

/// The bytes of the bodies that a lane holds. A place whose delivery is not known yet counts with
/// an estimate: the size of the latest delivery. Not thread-safe; its lane guards it.
final class LaneBytes {

    /// Known sizes and estimates together.
    private long total;

    private int estimatedPlaces;
    private long estimatedBytes;
    private int latest;

    long total() {
        return total;
    }

    /// The estimate for the next delivery.
    int likely() {
        return latest;
    }

    void expect(int size) {
        latest = size;
    }

    void add(int size) {
        total += size;
    }

    void remove(int size) {
        total -= size;
    }

    /// Counts places whose deliveries are not known yet. Returns the bytes estimated for them.
    long addEstimated(int places) {
        long estimate = (long) places * latest;
        estimatedPlaces += places;
        estimatedBytes += estimate;
        total += estimate;
        return estimate;
    }

    /// Returns the bytes that had been estimated for the places.
    long removeEstimated(int places) {
        long estimate =
                estimatedPlaces == places
                        ? estimatedBytes
                        : estimatedBytes * places / estimatedPlaces;
        estimatedPlaces -= places;
        estimatedBytes -= estimate;
        total -= estimate;
        return estimate;
    }

    /// How much larger the delivery is than the estimate for its place.
    long beyondEstimate(Claim claim) {
        return claim.bytes() - (estimatedPlaces == 0 ? 0 : estimatedBytes / estimatedPlaces);
    }
}
