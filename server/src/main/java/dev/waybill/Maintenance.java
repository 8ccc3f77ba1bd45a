package dev.waybill;

import dev.waybill.feature.replays.ReplayMails;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import dev.waybill.feature.retention.archive.Archiver;
import dev.waybill.feature.retention.forget.Forgetter;
import dev.waybill.infra.Version;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.Sleeper;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Background jobs that deliveries do not depend on: retention, archiving, alerts and
/// notifications, and when keys were used.
final class Maintenance {

    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

    private final Foundation base;
    private final JobGroup jobs = new JobGroup();
    private final JobGroup forgetting = new JobGroup();

    /// Starts the jobs.
    Maintenance(Foundation base, Sending sending, Features features) {
        this.base = base;
        var retention = base.settings.retention();
        FeatureJobs.prune(jobs, base.database, base.clock, retention, base.audit);
        FeatureJobs.access(jobs, features.users.passwords(), base.accessCache);
        FeatureJobs.alerts(
                jobs,
                features.alerts,
                features.notifications,
                new ReplayMails(
                        base.database, sending.engine.routes(), features.notifications, base.clock),
                base.clock);
        jobs.start();
        var forgetter =
                new Forgetter(base.database, retention, archiver(base, sending), Sleeper.REAL);
        forgetting.add("forgetter", Forgetter.PERIOD, () -> forgetter.runOnce().result());
        forgetting.start();
    }

    private static Archiver archiver(Foundation base, Sending sending) {
        var archiving = base.settings.archiving();
        return new Archiver(
                () -> ArchiveTargets.open(archiving.address()),
                archiving.all(),
                sending.composer,
                Version.current(),
                base.ids,
                Archiver.Bounds.DEFAULT);
    }

    /// Does not wait: dropping a day may take minutes, and can be interrupted anywhere.
    void stop() {
        forgetting.stop();
        jobs.stop();
    }

    List<JobGroup> groups() {
        return List.of(jobs, forgetting);
    }

    void join(Countdown time) {
        writeUses();
        jobs.join(time);
    }

    /// Those of the last minute, or a key that was used just now would look unused.
    private void writeUses() {
        try {
            base.accessCache.writeUses();
        } catch (SQLException e) {
            LOG.warn("could not record when keys were last used", e);
        }
    }
}
