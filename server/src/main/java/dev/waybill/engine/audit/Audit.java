package dev.waybill.engine.audit;

import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Writes and reads the audit log.
public final class Audit {

    /// How often old lines are let go.
    public static final Duration FORGET_PERIOD = Duration.ofMinutes(10);

    /// In one transaction.
    public static final int FORGOTTEN_PER_PASS_MAX = 1_000;

    private final Database database;
    private final InstantSource clock;
    private final Ids ids;
    private final AuditStore store = new AuditStore();

    public Audit(Database database, InstantSource clock, Ids ids) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
    }

    /// Records what was done, in the transaction that does it: neither is there without the other.
    public void record(Handle tx, Actor act, AuditEntry deed) {
        var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        store.insert(tx, new AuditRecord(ids.next(), at, act, deed));
    }

    /// Records what changes nothing here, such as a look at a secret. To be called before it is
    /// done: better a record of what then failed than a deed without one.
    public void record(Actor act, AuditEntry deed) {
        database.interactive().useHandle(handle -> record(handle, act, deed));
    }

    /// Lets lines go that are older than they have to be kept; returns how many.
    public int forget(Duration kept) {
        var before = clock.instant().minus(kept);
        return database.interactive()
                .inTransaction(tx -> store.forget(tx, before, FORGOTTEN_PER_PASS_MAX));
    }

    /// Those before the one with this id, newest first.
    public List<AuditRecord> page(AuditFilter filter, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, filter, before, limit));
    }
}
