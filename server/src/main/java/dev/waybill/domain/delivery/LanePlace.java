package dev.waybill.domain.delivery;

/// Where a delivery stands in its lane: behind everything with a lower number.
public record LanePlace(OrderedLane lane, long sequence) {}
