package dev.waybill.domain.delivery;

/// The position of a delivery in its lane: behind all with a lower number.
public record LanePlace(OrderedLane lane, long sequence) {}
