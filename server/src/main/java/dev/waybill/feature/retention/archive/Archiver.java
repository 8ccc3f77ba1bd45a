package dev.waybill.feature.retention.archive;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.retention.forget.ArchiveStep;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Archives open dead letters, or all deliveries, before they are dropped. Names are never used
/// twice, so no archive is ever overwritten. A pass that crashes leaves an archive of deliveries
/// that still exist, which is harmless.
public final class Archiver implements ArchiveStep {

    /// The limits of one archive. Its manifest must fit into memory, and its lines into the folder
    /// of temporary files, where they are collected.
    ///
    /// @param bytes before compression; the line that exceeds them is the last
    public record Bounds(int lines, long bytes) {

        public static final Bounds DEFAULT = new Bounds(50_000, 64L << 20);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Archiver.class);

    private final Supplier<ArchiveTarget> targets;
    private final boolean all;
    private final Composer composer;
    private final String version;
    private final Ids ids;
    private final Bounds bounds;
    private final ArchiveStore store = new ArchiveStore();

    /// An archiver for the target that is opened when there is something to archive.
    ///
    /// @param all whether to archive all deliveries, not only open dead letters
    public Archiver(
            Supplier<ArchiveTarget> targets,
            boolean all,
            Composer composer,
            String version,
            Ids ids,
            Bounds bounds) {
        this.targets = targets;
        this.all = all;
        this.composer = composer;
        this.version = version;
        this.ids = ids;
        this.bounds = bounds;
    }

    @Override
    public Scope scope() {
        return all ? Scope.EVERYTHING : Scope.DEAD_LETTERS;
    }

    @Override
    public int deliveriesMax() {
        return bounds.lines();
    }

    @Override
    public int archive(Handle tx, List<UUID> deliveries) throws IOException {
        tx.execute("SET LOCAL TimeZone = 'UTC'");
        try (var file = new ArchiveFile()) {
            int archived = fill(file, tx, deliveries);
            if (file.lines() == 0) {
                throw new IOException("there is nothing of " + deliveries.size() + " deliveries");
            }
            try (var target = targets.get()) {
                store(target, file);
            }
            return archived;
        }
    }

    /// Returns how many of the deliveries are in the file or do not exist.
    private int fill(ArchiveFile file, Handle tx, List<UUID> deliveries) throws IOException {
        try (var going = store.going(tx, deliveries, composer)) {
            while (going.hasNext()) {
                var delivery = going.next();
                file.add(delivery);
                if (file.lines() >= bounds.lines() || file.bytes() >= bounds.bytes()) {
                    return deliveries.indexOf(delivery.id()) + 1;
                }
            }
        }
        return deliveries.size();
    }

    private void store(ArchiveTarget target, ArchiveFile file) throws IOException {
        var id = ids.next();
        var name = IdKind.ARCHIVE.format(id);
        file.store(
                target,
                name,
                version,
                Timestamps.format(Ids.timeOf(id)),
                all ? "deliveries" : "dead_letters");
        LOG.info("archived, archive={}, deliveries={}, target={}", name, file.lines(), target);
    }
}
