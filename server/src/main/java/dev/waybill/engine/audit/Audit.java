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

    /// How often old entries are deleted.
    public static final Duration FORGET_PERIOD = Duration.ofMinutes(10);

    /// Entries deleted in one transaction.
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

    /// Records a change, in the transaction that makes it: neither exists without the other.
    public void record(Handle tx, Actor actor, AuditEntry entry) {
        var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        store.insert(tx, new AuditRecord(ids.next(), at, actor, entry));
    }

    /// Records an action that changes nothing, such as reading a secret. To be called before the
    /// action: a record of an action that then failed is better than an action without a record.
    public void record(Actor actor, AuditEntry entry) {
        database.interactive().useHandle(handle -> record(handle, actor, entry));
    }

    /// Deletes entries after their retention. Returns how many.
    public int forget(Duration kept) {
        var before = clock.instant().minus(kept);
        return database.interactive()
                .inTransaction(tx -> store.forget(tx, before, FORGOTTEN_PER_PASS_MAX));
    }

    /// Entries before the one with this id, newest first.
    public List<AuditRecord> page(AuditFilter filter, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, filter, before, limit));
    }
}
