package dev.waybill.feature.stats;

import dev.waybill.feature.FeatureContext;

/// The parts of statistics.
public record StatsFeature(StatQuery query, StatSeries series, AutomaticChangeQuery changes) {

    public static StatsFeature of(FeatureContext context) {
        var database = context.database();
        return new StatsFeature(
                new StatQuery(database),
                new StatSeries(database),
                new AutomaticChangeQuery(database));
    }
}
