package dev.waybill.domain.command;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The instruction of a command for one setting: no change, back to the default, or a value.
public sealed interface Update<T> {

    /// The setting is not mentioned.
    record Keep<T>() implements Update<T> {}

    /// The setting goes back to its default. In JSON this is null, in a form an empty field.
    record Reset<T>() implements Update<T> {}

    record To<T>(T content) implements Update<T> {}

    static <T> Update<T> keep() {
        return new Keep<>();
    }

    static <T> Update<T> reset() {
        return new Reset<>();
    }

    static <T> Update<T> to(T value) {
        return new To<>(value);
    }

    /// The new value, if there is one.
    default Optional<T> value() {
        return this instanceof To<T>(var content) ? Optional.of(content) : Optional.empty();
    }

    /// The new value; null if there is none.
    default @Nullable T orNull() {
        return value().orElse(null);
    }

    default boolean isGiven() {
        return !(this instanceof Keep<T>);
    }

    /// The setting after the update.
    ///
    /// @param current the setting before
    /// @param byDefault the setting if no command sets it
    default T onto(T current, T byDefault) {
        return switch (this) {
            case Keep<T> _ -> current;
            case Reset<T> _ -> byDefault;
            case To<T>(var content) -> content;
        };
    }

    /// The same for a setting that is absent by default.
    default @Nullable T ontoOptional(@Nullable T current) {
        return switch (this) {
            case Keep<T> _ -> current;
            case Reset<T> _ -> null;
            case To<T>(var content) -> content;
        };
    }

    default <R> Update<R> map(Function<T, R> function) {
        return switch (this) {
            case Keep<T> _ -> keep();
            case Reset<T> _ -> reset();
            case To<T>(var content) -> to(function.apply(content));
        };
    }
}
