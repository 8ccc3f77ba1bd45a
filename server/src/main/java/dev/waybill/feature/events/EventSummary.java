package dev.waybill.feature.events;

/// An event as it is listed: without its data and without a row for each delivery.
public record EventSummary(EventHead head, EventProgress progress) {}
