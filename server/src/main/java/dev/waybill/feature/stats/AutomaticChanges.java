package dev.waybill.feature.stats;

/// How many times Waybill itself took endpoints out of service.
public record AutomaticChanges(long disabled, long paused) {}
