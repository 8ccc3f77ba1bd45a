package dev.waybill.infra.metrics;

/// How many values a label may have that users choose. The rest is counted as [#OTHER].
///
/// @param eventTypes event types with series of their own
/// @param endpoints endpoints with series of their own
public record MetricLimits(int eventTypes, int endpoints) {

    public static final MetricLimits DEFAULT = new MetricLimits(100, 0);

    /// More would make a response of more than 2 MB.
    public static final int EVENT_TYPES_MAX = 300;

    public static final int ENDPOINTS_MAX = 3_000;

    /// The value that stands for all others.
    public static final String OTHER = "other";
}
