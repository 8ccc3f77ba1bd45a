package dev.waybill.engine.deliver;

import dev.waybill.domain.delivery.Outcome;
import org.jspecify.annotations.Nullable;

/// What came back: the outcome that decides, and for people to read the headers of an answer that
/// refused, a line for each, and the beginning of the body.
public record Answer(Outcome outcome, byte @Nullable [] headers, byte @Nullable [] excerpt) {

    /// Nothing came that anybody could read.
    public static Answer only(Outcome outcome) {
        return new Answer(outcome, null, null);
    }
}
