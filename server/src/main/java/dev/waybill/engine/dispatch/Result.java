package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Outcome;

/// The result of a claim, as its lane needs it.
sealed interface Result {

    Result UNSENT = new Unsent();

    Result TROUBLED = new Troubled();

    /// A request was sent.
    record Sent(Outcome outcome) implements Result {}

    /// No request was sent: the delivery had ended, or was handed back.
    record Unsent() implements Result {}

    /// No request could be sent because of a local fault, and the next one for the endpoint would
    /// fail as well.
    record Troubled() implements Result {}
}
