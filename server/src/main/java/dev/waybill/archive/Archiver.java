package dev.waybill.archive;

import dev.waybill.deliver.Composer;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Ids;
import dev.waybill.domain.Timestamps;
import dev.waybill.forget.Archivist;
import dev.waybill.forget.Going;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Archives what goes unresolved, or all that goes. Names are never used twice, so nothing that was
/// archived is ever overwritten; a pass that dies after it leaves an archive of what is still
/// there, which does no harm.
public final class Archiver implements Archivist {

    /// So that an archive can be opened by people, and its manifest fits into memory.
    static final int LINES_MAX = 50_000;

    private static final Logger LOG = LoggerFactory.getLogger(Archiver.class);

    private final Supplier<ArchiveTarget> targets;
    private final boolean all;
    private final Composer composer;
    private final String version;
    private final Ids ids;
    private final int linesMax;
    private final ArchiveStore store = new ArchiveStore();

    /// An archiver for the target that is opened when there is something to archive.
    ///
    /// @param all not only what is unresolved
    public Archiver(
            Supplier<ArchiveTarget> targets,
            boolean all,
            Composer composer,
            String version,
            Ids ids) {
        this(targets, all, composer, version, ids, LINES_MAX);
    }

    private Archiver(
            Supplier<ArchiveTarget> targets,
            boolean all,
            Composer composer,
            String version,
            Ids ids,
            int linesMax) {
        this.targets = targets;
        this.all = all;
        this.composer = composer;
        this.version = version;
        this.ids = ids;
        this.linesMax = linesMax;
    }

    /// With a bound that a test can reach.
    public static Archiver withBound(
            Supplier<ArchiveTarget> targets,
            boolean all,
            Composer composer,
            String version,
            Ids ids,
            int linesMax) {
        return new Archiver(targets, all, composer, version, ids, linesMax);
    }

    @Override
    public Going archive(Handle handle, UUID before, Instant lettersUntil) throws IOException {
        handle.begin();
        try {
            // One snapshot: what is archived and what stays are all there is.
            handle.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            handle.execute("SET LOCAL TimeZone = 'UTC'");
            var archived = write(handle, before, lettersUntil);
            var spared = all ? store.staying(handle, before, lettersUntil) : List.<UUID>of();
            return new Going(archived, spared);
        } finally {
            handle.rollback();
        }
    }

    /// Returns the open dead letters among what was written.
    private List<UUID> write(Handle tx, UUID before, Instant lettersUntil) throws IOException {
        var letters = new ArrayList<UUID>();
        try (var going = store.going(tx, before, lettersUntil, all, composer)) {
            if (!going.hasNext()) {
                return letters;
            }
            try (var target = targets.get()) {
                while (going.hasNext()) {
                    try (var file = new ArchiveFile()) {
                        while (file.lines() < linesMax && going.hasNext()) {
                            var delivery = going.next();
                            file.add(delivery);
                            if (delivery.openLetter()) {
                                letters.add(delivery.id());
                            }
                        }
                        store(target, file);
                    }
                }
            }
        }
        return letters;
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
