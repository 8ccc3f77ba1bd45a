package dev.waybill.infra.health;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// A condition of health.
///
/// @param problem a sentence with the reason why the condition does not hold; empty while it does.
///   Unauthenticated requests call it: it must not block, and must not reveal internals
public record Condition(String name, Supplier<Optional<String>> problem) {

    /// A condition with one sentence.
    public static Condition unless(String name, BooleanSupplier broken, String sentence) {
        return new Condition(
                name, () -> broken.getAsBoolean() ? Optional.of(sentence) : Optional.empty());
    }
}
