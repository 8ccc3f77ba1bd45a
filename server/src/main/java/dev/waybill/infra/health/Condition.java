package dev.waybill.infra.health;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Something that must hold.
///
/// @param problem says in a sentence why it does not hold; empty while it does. It is asked by
///   requests of strangers: it must not wait, and must tell nothing that is not for everybody
public record Condition(String name, Supplier<Optional<String>> problem) {

    /// A condition with one sentence.
    public static Condition unless(String name, BooleanSupplier broken, String sentence) {
        return new Condition(
                name, () -> broken.getAsBoolean() ? Optional.of(sentence) : Optional.empty());
    }
}
