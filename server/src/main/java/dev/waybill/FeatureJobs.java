package dev.waybill;

import dev.waybill.engine.Engine;
import dev.waybill.feature.endpoints.StateChangeNotifier;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.replays.ReplayFollower;
import dev.waybill.feature.replays.ReplayNotifier;
import dev.waybill.feature.replays.ReplayRunner;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;

/// The background jobs of features that create deliveries. The engine starts and stops them with
/// its own.
public final class FeatureJobs {

    private FeatureJobs() {}

    /// To be called before the engine starts.
    public static void register(
            Engine engine, Database database, Redeliver redeliver, DatabaseClock clock) {
        var announcer = new StateChangeNotifier(engine.states(), engine.capture());
        var notifier = new ReplayNotifier(database, engine.capture(), clock);
        var replays = new ReplayRunner(database, redeliver, engine.lanes()::arrived, clock);
        var follower = new ReplayFollower(database, clock);
        engine.addJob(
                "state-change-notifier", StateChangeNotifier.PERIOD, () -> announcer.runOnce() > 0);
        engine.addJob("replay-notifier", ReplayNotifier.PERIOD, () -> notifier.runOnce() > 0);
        engine.addJob("replays", ReplayRunner.PERIOD, replays::runOnce);
        engine.addJob("replay-follower", ReplayFollower.PERIOD, follower::runOnce);
        engine.addJob("replay-forgetter", ReplayFollower.FORGET_PERIOD, follower::forgetOne);
    }
}
