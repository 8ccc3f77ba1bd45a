package dev.waybill.domain.endpoint;

/// How an endpoint wants its events lined up, and what a dead letter does to its lane.
public record OrderRules(Ordering ordering, OnExhausted onExhausted) {

    public static final OrderRules DEFAULT = new OrderRules(Ordering.NONE, OnExhausted.CONTINUE);
}
