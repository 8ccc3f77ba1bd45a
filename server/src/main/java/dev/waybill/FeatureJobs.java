package dev.waybill;

import static dev.waybill.infra.schedule.JobResult.complete;
import static dev.waybill.infra.schedule.JobResult.limited;
import static dev.waybill.infra.schedule.JobResult.untilNone;

import dev.waybill.domain.Retention;
import dev.waybill.engine.Engine;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.recovery.EndpointPruner;
import dev.waybill.engine.recovery.KeyPruner;
import dev.waybill.engine.recovery.OrderingKeyPruner;
import dev.waybill.feature.alerts.AlertEvaluation;
import dev.waybill.feature.alerts.AlertsFeature;
import dev.waybill.feature.alerts.OwnerDigest;
import dev.waybill.feature.endpoints.StateChangeNotifier;
import dev.waybill.feature.notifications.NotificationSender;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.feature.notifications.Outbox;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.replays.ReplayFollower;
import dev.waybill.feature.replays.ReplayMails;
import dev.waybill.feature.replays.ReplayNotifier;
import dev.waybill.feature.replays.ReplayRunner;
import dev.waybill.feature.users.Passwords;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.schedule.JobGroup;
import java.time.Duration;
import java.time.InstantSource;

/// The background jobs of the features, in addition to those that the engine has itself.
public final class FeatureJobs {

    private FeatureJobs() {}

    /// Jobs that create deliveries. The engine starts and stops them with its own. To be called
    /// before the engine starts.
    public static void register(
            Engine engine, Database database, Redeliver redeliver, DatabaseClock clock) {
        var states = new StateChangeNotifier(engine.states(), engine.capture());
        var notifier = new ReplayNotifier(database, engine.capture(), clock);
        var replays = new ReplayRunner(database, redeliver, engine.lanes()::arrived, clock);
        var follower = new ReplayFollower(database, clock);
        engine.addJob(
                "state-change-notifier",
                StateChangeNotifier.PERIOD,
                () -> untilNone(states.runOnce()));
        engine.addJob(
                "replay-notifier", ReplayNotifier.PERIOD, () -> untilNone(notifier.runOnce()));
        engine.addJob("replays", ReplayRunner.PERIOD, replays::runOnce);
        engine.addJob("replay-follower", ReplayFollower.PERIOD, follower::runOnce);
        engine.addJob(
                "replay-forgetter",
                ReplayFollower.FORGET_PERIOD,
                () -> untilNone(follower.forgetOne()));
    }

    /// Jobs that delete old rows. Deliveries do not depend on them.
    public static void prune(
            JobGroup jobs,
            Database database,
            InstantSource clock,
            Retention retention,
            Audit audit) {
        var keys = new KeyPruner(database, clock, retention);
        var orderingKeys = new OrderingKeyPruner(database, clock, retention);
        var endpoints = new EndpointPruner(database, clock);
        jobs.add("keys", KeyPruner.PERIOD, () -> keys.runOnce().result());
        jobs.add("ordering-keys", OrderingKeyPruner.PERIOD, () -> orderingKeys.runOnce().result());
        jobs.add("endpoint-pruner", EndpointPruner.PERIOD, () -> endpoints.runOnce().result());
        int auditDays = retention.audit();
        if (auditDays > 0) {
            jobs.add(
                    "audit-forgetter",
                    Audit.FORGET_PERIOD,
                    () ->
                            limited(
                                    audit.forget(Duration.ofDays(auditDays)),
                                    Audit.FORGOTTEN_PER_PASS_MAX));
        }
    }

    /// Jobs that evaluate the rules of alerts and send notifications.
    public static void alerts(
            JobGroup jobs,
            AlertsFeature alerts,
            NotificationsFeature notifications,
            ReplayMails replayMails,
            InstantSource clock) {
        var sender = notifications.sender();
        jobs.add("alert-evaluation", AlertEvaluation.PERIOD, () -> alerts.evaluation().runOnce());
        jobs.add("owner-digest", OwnerDigest.PERIOD, () -> alerts.digest().runOnce());
        // Two jobs: a mail server that hangs must not delay the other channels.
        jobs.add("notification-mail", NotificationSender.PERIOD, sender::sendMail);
        jobs.add("notifications", NotificationSender.PERIOD, sender::sendOthers);
        jobs.add("replay-mails", ReplayMails.PERIOD, () -> untilNone(replayMails.runOnce()));
        jobs.add(
                "alert-forgetter",
                AlertEvaluation.FORGET_PERIOD,
                () ->
                        alerts.evaluation()
                                .forget()
                                .and(
                                        limited(
                                                notifications.outbox().forget(clock.instant()),
                                                Outbox.FORGOTTEN_PER_PASS_MAX)));
    }

    /// Jobs of sign-in and keys.
    public static void access(JobGroup jobs, Passwords passwords, AccessCache access) {
        jobs.add("sign-in-failures", Passwords.FORGET_PERIOD, passwords::forgetFailures);
        jobs.add("key-uses", AccessCache.USES_PERIOD, () -> complete(access.writeUses()));
    }
}
