package dev.waybill.domain.endpoint;

/// The order of an endpoint's events, and the effect of a dead letter on its lane.
public record OrderRules(Ordering ordering, OnExhausted onExhausted) {

    public static final OrderRules DEFAULT = new OrderRules(Ordering.NONE, OnExhausted.CONTINUE);
}
