package dev.waybill.web.dashboard.replays;

import dev.waybill.web.site.Choices;
import java.util.SequencedMap;

/// The options of the replay form: the value that is sent, and its label.
public final class ReplayOptions {

    /// Options that combine several states.
    public static final SequencedMap<String, String> STATES =
            Choices.of(
                    ReplayForm.UNDELIVERED, "Any end except delivered",
                    ReplayForm.UNRECEIVED, "Not received, or missed while disabled",
                    ReplayForm.ENDED, "Any end, including delivered");

    private ReplayOptions() {}
}
