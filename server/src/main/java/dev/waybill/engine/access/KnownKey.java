package dev.waybill.engine.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A key in memory, and the time of its last use in this process.
public final class KnownKey {

    /// Finer than the API shows, and coarse enough that a busy key does not contend for one field.
    private static final long USE_MILLIS = 1_000;

    private final ApiKey key;
    private volatile long usedAtMillis;
    private long writtenAtMillis;

    KnownKey(ApiKey key) {
        this.key = key;
    }

    public ApiKey key() {
        return key;
    }

    public void used(Instant now) {
        long millis = now.toEpochMilli();
        if (millis - usedAtMillis >= USE_MILLIS) {
            usedAtMillis = millis;
        }
    }

    /// The last use that has not been written yet. Confined to the thread that writes.
    @Nullable Instant unwrittenUse() {
        long used = usedAtMillis;
        return used > writtenAtMillis ? Instant.ofEpochMilli(used) : null;
    }

    void written(Instant use) {
        writtenAtMillis = use.toEpochMilli();
    }
}
