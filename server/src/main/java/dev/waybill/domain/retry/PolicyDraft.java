package dev.waybill.domain.retry;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.retry.PolicySpec.Spread;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A retry policy as its author writes it. A part that is left out or reset gets its default from
/// [PolicyRules]. All times are seconds.
///
/// @param offsets the retries, each since the first attempt
/// @param waits the retries, each since the attempt before
/// @param attemptsMax requests, including the first one
public record PolicyDraft(
        Update<String> name,
        Update<Kind> kind,
        Update<List<BigDecimal>> offsets,
        Update<List<BigDecimal>> waits,
        Backoff backoff,
        Update<Integer> attemptsMax,
        Update<Spread> jitter,
        Update<Double> jitterRatio,
        Update<BigDecimal> window) {

    /// How the times of the attempts are given.
    public enum Kind {
        LIST,
        EXPONENTIAL;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Kind> of(String code) {
            for (var kind : values()) {
                if (kind.code().equals(code)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /// Waits that grow exponentially.
    ///
    /// @param base the first wait
    /// @param cap the longest wait
    public record Backoff(Update<BigDecimal> base, Update<Double> factor, Update<BigDecimal> cap) {

        private Backoff onto(Backoff before) {
            return new Backoff(
                    given(base, before.base), given(factor, before.factor), given(cap, before.cap));
        }
    }

    /// The draft before, with every part that this one mentions.
    public PolicyDraft onto(PolicyDraft before) {
        return new PolicyDraft(
                given(name, before.name),
                given(kind, before.kind),
                given(offsets, before.offsets),
                given(waits, before.waits),
                backoff.onto(before.backoff),
                given(attemptsMax, before.attemptsMax),
                given(jitter, before.jitter),
                given(jitterRatio, before.jitterRatio),
                given(window, before.window));
    }

    private static <T> Update<T> given(Update<T> update, Update<T> before) {
        return update.isGiven() ? update : before;
    }

    /// The same draft under this name, unless it has one or resets it.
    public PolicyDraft named(String byDefault) {
        return new PolicyDraft(
                given(name, Update.to(byDefault)),
                kind,
                offsets,
                waits,
                backoff,
                attemptsMax,
                jitter,
                jitterRatio,
                window);
    }
}
