package dev.waybill.client;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Ids for events whose producer gives none: UUIDs of version 7, which begin with the time.
final class EventIds {

    private static final EventIds SYSTEM = new EventIds(InstantSource.system(), new SecureRandom());

    private final InstantSource clock;
    private final RandomGenerator random;

    EventIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    static String next() {
        return SYSTEM.make();
    }

    String make() {
        long high = (clock.millis() << 16) | 0x7000 | (random.nextLong() & 0x0fff);
        long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
