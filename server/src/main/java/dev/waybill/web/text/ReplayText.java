package dev.waybill.web.text;

import dev.waybill.domain.replay.ReplayState;
import dev.waybill.feature.replays.ReplaySlots;
import dev.waybill.feature.replays.Replays;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.time.Duration;

/// Sentences about replays that are not started or not changed.
public final class ReplayText {

    private ReplayText() {}

    /// No replay can be started for the time being.
    public static String tooMany(ReplaySlots.Full full) {
        return switch (full) {
            case PLATFORM ->
                    ReplaySlots.PLATFORM_MAX
                            + " replays are still sending. Wait until one has sent everything, or"
                            + " cancel one.";
            case CUSTOMERS -> "Too many replays are running. Try again later.";
            case APP ->
                    ReplaySlots.APP_MAX
                            + " replays of this app are still sending. Wait until one has sent"
                            + " everything, or cancel one.";
            case APP_UNFINISHED ->
                    ReplaySlots.APP_UNFINISHED_MAX
                            + " replays of this app still have deliveries that are being retried."
                            + " Wait until one of them is done.";
        };
    }

    /// Another replay of the app is being planned at this moment.
    public static Problem busy() {
        return Problem.rateLimited(
                "Another replay of this app is being planned. Try again in a moment.",
                Duration.ofSeconds(1));
    }

    public static String tooLarge(long total) {
        return "That would be "
                + total
                + " deliveries, more than one replay may have ("
                + Replays.ITEMS_MAX
                + "). Narrow it down, for example by time.";
    }

    /// A replay that is over cannot be changed.
    public static Problem over(ReplayState state) {
        return Problem.of(ProblemType.CONFLICT, "The replay has ended: " + state.code() + ".");
    }
}
