package dev.waybill.feature.retention.archive;

import dev.waybill.feature.retention.forget.KeptPlace;
import dev.waybill.infra.db.Database;
import java.io.IOException;
import org.jdbi.v3.core.Handle;

/// Restores archived deliveries, with their events and attempts, into the kept partitions. Existing
/// rows are not changed, so restoring twice has no further effect. An open dead letter is open
/// again, and its retention restarts.
public final class Restorer {

    private final Database database;
    private final ArchiveReader reader;
    private final ArchiveStore store = new ArchiveStore();

    public Restorer(Database database, ArchiveReader reader) {
        this.database = database;
        this.reader = reader;
    }

    /// Returns how many deliveries were restored. A corrupt archive is detected before anything is
    /// written.
    public int restore(Manifest manifest) throws IOException {
        reader.read(manifest, (_, _) -> {});
        try (var handle = database.maintenance().open()) {
            var restored = new int[1];
            handle.useTransaction(tx -> {
                new KeptPlace().prepare(tx);
                // They were counted when they ended.
                tx.execute("SET LOCAL waybill.restores = 'on'");
                reader.read(manifest, (_, line) -> restored[0] += restore(tx, line) ? 1 : 0);
            });
            return restored[0];
        }
    }

    private boolean restore(Handle tx, String line) {
        var json = ArchiveReader.parse(line);
        var event = json.required("event");
        store.restoreEvent(tx, event.toString(), ArchiveJson.bytes(event, "data"));
        store.restoreAttempts(tx, json.required("attempts").toString());
        store.restoreNotes(tx, json.required("dead_letter_notes").toString());
        return store.restoreDelivery(tx, json.required("delivery").toString());
    }
}
