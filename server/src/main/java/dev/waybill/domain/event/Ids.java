package dev.waybill.domain.event;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Creates UUIDv7 ids: 48 bits of milliseconds, a 12-bit counter, 62 random bits. Ids of one
/// instance ascend, even within a millisecond and when the clock is set back.
public final class Ids {

    private static final long VERSION_7 = 0x7000L;

    /// A minute of milliseconds, shifted by the counter.
    private static final long AHEAD_MAX = 60_000L << 12;

    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final InstantSource clock;
    private final RandomGenerator random;

    /// Milliseconds shifted by 12, plus the counter. The next id uses the larger of this plus one
    /// and the clock.
    private final AtomicLong last = new AtomicLong();

    public Ids(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public UUID next() {
        long fromClock = clock.millis() << 12;
        long stamp = last.updateAndGet(previous -> following(previous, fromClock));
        return uuid(stamp, random.nextLong());
    }

    /// When the id was created, to the millisecond.
    public static Instant timeOf(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /// The smallest id of that millisecond: the start of a partition, or of a page by time.
    public static UUID lowestAt(Instant time) {
        long high = (Math.max(0, time.toEpochMilli()) << 16) | VERSION_7;
        return new UUID(high, VARIANT);
    }

    /// The largest id of the same millisecond and count: a cursor that does not reveal the id.
    public static UUID placeOf(UUID id) {
        return new UUID(id.getMostSignificantBits(), VARIANT | -1L >>> 2);
    }

    public static boolean isVersion7(UUID id) {
        return id.version() == 7 && id.variant() == 2;
    }

    /// Ascending, unless the clock was far ahead for a moment: ids must not stay there forever.
    private static long following(long previous, long fromClock) {
        boolean ahead = previous - fromClock > AHEAD_MAX;
        return ahead ? fromClock : Math.max(previous + 1, fromClock);
    }

    private static UUID uuid(long stamp, long randomBits) {
        long high = ((stamp >>> 12) << 16) | VERSION_7 | (stamp & 0xFFF);
        return new UUID(high, VARIANT | (randomBits >>> 2));
    }
}
