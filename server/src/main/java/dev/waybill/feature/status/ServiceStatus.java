package dev.waybill.feature.status;

import dev.waybill.feature.deliveries.ServiceFacts;
import dev.waybill.infra.db.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The state of the whole installation, as far as the database knows it.
public final class ServiceStatus {

    /// An event is in the feed within milliseconds, unless a transaction stays open.
    private static final double FEED_LAG_MAX_SECONDS = 60;

    private final Database database;
    private final ServiceFacts facts;
    private final Figures figures;
    private final @Nullable Path data;
    private final ReportStore store = new ReportStore();
    private final ProcessReports reports = new ProcessReports();

    /// @param data the folder of the embedded PostgreSQL; null for an external one
    public ServiceStatus(
            Database database, ServiceFacts facts, Figures figures, @Nullable Path data) {
        this.database = database;
        this.facts = facts;
        this.figures = figures;
        this.data = data;
    }

    /// The space on the disk of the embedded database.
    public record Disk(long freeBytes, long totalBytes) {}

    /// What is known of the installation.
    ///
    /// @param standby whether the database is a standby, which takes no changes
    /// @param feedLagSeconds null if it is not known at the moment
    /// @param disk null for an external database
    public record Status(
            boolean standby,
            ServiceFacts.Storage storage,
            @Nullable Double feedLagSeconds,
            @Nullable Disk disk,
            List<ProcessStatus> processes) {

        /// Whether everything is as it should be.
        public boolean isWell() {
            return !standby
                    && !feedLags()
                    && processes.stream().noneMatch(ProcessStatus::hasTrouble);
        }

        public boolean feedLags() {
            return feedLagSeconds != null && feedLagSeconds > FEED_LAG_MAX_SECONDS;
        }
    }

    public Status read() {
        var current = figures.current();
        var storage = facts.storage();
        return database.interactive()
                .withHandle(handle ->
                        new Status(
                                store.isStandby(handle),
                                storage,
                                current == null ? null : (Double) current.feedLagSeconds(),
                                disk(),
                                reports.list(handle)));
    }

    private @Nullable Disk disk() {
        if (data == null || !Files.exists(data)) {
            return null;
        }
        var file = data.toFile();
        return new Disk(file.getUsableSpace(), file.getTotalSpace());
    }
}
