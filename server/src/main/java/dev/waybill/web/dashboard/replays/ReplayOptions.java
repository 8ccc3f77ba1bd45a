package dev.waybill.web.dashboard.replays;

import dev.waybill.web.site.Choices;
import java.util.SequencedMap;

/// What the form of a replay offers to choose from: the value that is sent, and its label.
public final class ReplayOptions {

    /// States that stand for several.
    public static final SequencedMap<String, String> STATES =
            Choices.of(
                    ReplayForm.UNDELIVERED, "Any end except delivered",
                    ReplayForm.UNRECEIVED, "Not received, or missed while disabled",
                    ReplayForm.ENDED, "Any end, including delivered");

    private ReplayOptions() {}
}
