package dev.waybill.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Lets one activity run at a time. The driver chooses the next one, so a history is the same
/// whenever it is played.
final class Stage {

    private final Semaphore driver = new Semaphore(0);
    private final List<Activity> activities = new ArrayList<>();
    private @Nullable Activity current;

    Activity add(Node node, String name, Instant readyAt, Activity.Body body) {
        var activity = new Activity(node, name, body, readyAt, driver);
        activities.add(activity);
        return activity;
    }

    /// Runs it until it rests or ends.
    void resume(Activity activity) {
        var before = current;
        current = activity;
        activity.go(driver);
        current = before;
        if (activity.done()) {
            activities.remove(activity);
        }
    }

    /// True if the caller is an activity, which may rest.
    boolean playing() {
        return current != null;
    }

    void rest(Instant until) {
        var activity = current;
        if (activity == null) {
            throw new AssertionError("the driver does not rest");
        }
        activity.rest(until, driver);
    }

    List<Activity> activities() {
        return List.copyOf(activities);
    }

    /// Those of a dead process come to their end.
    void end(Node node) {
        for (var activity : activities()) {
            if (activity.node() == node) {
                resume(activity);
            }
        }
    }
}
