package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Outcome;

/// What became of a claim, as its lane needs to know it.
sealed interface Result {

    Result UNSENT = new Unsent();

    Result TROUBLED = new Troubled();

    /// A request was made.
    record Sent(Outcome outcome) implements Result {}

    /// None was made: the delivery had ended, or somebody else may try.
    record Unsent() implements Result {}

    /// None could be made through our own fault, and the endpoint's next would fare the same.
    record Troubled() implements Result {}
}
