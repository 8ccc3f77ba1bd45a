package dev.waybill.feature.deadletters;

import dev.waybill.engine.access.AppScopes;
import dev.waybill.feature.FeatureContext;

/// The parts of dead letters.
public record DeadLettersFeature(
        DeadLetterQuery query, DeadLetterGroups groups, DeadLetterService service) {

    public static DeadLettersFeature of(FeatureContext context) {
        var database = context.database();
        var deadLetters = new DeadLetters(database, context.audit(), context.clock());
        return new DeadLettersFeature(
                new DeadLetterQuery(database),
                new DeadLetterGroups(database),
                new DeadLetterService(deadLetters, new AppScopes(context.accessCache())));
    }
}
