package dev.waybill.feature.endpoints;

import dev.waybill.domain.command.FieldInput;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The settings of an endpoint that a create or a change mentions.
///
/// @param headers header values by name; [EndpointHeaders#HIDDEN] keeps the value of a header
public record EndpointUpdate(
        Update<String> url,
        Update<String> description,
        Update<List<String>> eventTypes,
        Update<PolicyChoice> retryPolicy,
        Limits limits,
        Health health,
        Order order,
        Update<String> ownerEmail,
        Update<EventFormat> format,
        Update<SignatureScheme> signature,
        Update<Map<String, String>> headers) {

    /// A URL and a description, and nothing else.
    public static EndpointUpdate of(String url, Update<String> description) {
        return new EndpointUpdate(
                Update.to(url),
                description,
                Update.keep(),
                Update.keep(),
                new Limits(Update.keep(), Update.keep(), Update.keep()),
                new Health(Update.keep(), Update.keep()),
                new Order(Update.keep(), Update.keep()),
                Update.keep(),
                Update.keep(),
                Update.keep(),
                Update.keep());
    }

    public record Limits(
            Update<Integer> timeoutMs, Update<Integer> inFlightMax, Update<Double> rateLimit) {

        public static Limits read(FieldInput input) {
            return new Limits(
                    input.whole("timeout_ms", EndpointRules.TIMEOUT_MS),
                    input.whole("max_in_flight", EndpointRules.IN_FLIGHT),
                    input.decimal("rate_limit", EndpointRules.RATE_LIMIT));
        }

        DeliveryLimits onto(DeliveryLimits before) {
            return new DeliveryLimits(
                    timeoutMs
                            .map(Duration::ofMillis)
                            .onto(before.timeLimit(), EndpointRules.TIME_LIMIT_DEFAULT),
                    inFlightMax.onto(before.inFlightMax(), DeliveryLimits.IN_FLIGHT_DEFAULT),
                    rateLimit.ontoOptional(before.rateLimit()));
        }
    }

    /// A reset means never.
    public record Health(Update<Integer> disableAfterFailures, Update<Integer> pauseAfterSeconds) {

        public static Health read(FieldInput input) {
            return new Health(
                    input.whole("disable_after_failures", EndpointRules.DISABLE_AFTER_FAILURES),
                    input.whole("pause_after_seconds", EndpointRules.PAUSE_AFTER_SECONDS));
        }

        HealthRules onto(HealthRules before) {
            return new HealthRules(
                    disableAfterFailures.ontoOptional(before.disableAfterFailures()),
                    pauseAfterSeconds.map(Duration::ofSeconds).ontoOptional(before.pauseAfter()));
        }
    }

    public record Order(Update<Ordering> ordering, Update<OnExhausted> onExhausted) {

        public static Order read(FieldInput input) {
            return new Order(
                    input.choice("ordering", EndpointRules.ORDERING),
                    input.choice("on_exhausted", EndpointRules.ON_EXHAUSTED));
        }

        OrderRules onto(OrderRules before) {
            return new OrderRules(
                    ordering.onto(before.ordering(), OrderRules.DEFAULT.ordering()),
                    onExhausted.onto(before.onExhausted(), OrderRules.DEFAULT.onExhausted()));
        }
    }

    /// The settings after this update. The policy is given as it is stored.
    EndpointSettings onto(EndpointSettings before, Update<String> storedPolicy) {
        return new EndpointSettings(
                url.value().orElse(before.url()),
                description.onto(before.description(), ""),
                eventTypes.value().orElse(before.eventTypes()),
                storedPolicy.ontoOptional(before.retryPolicy()),
                limits.onto(before.limits()),
                health.onto(before.healthRules()),
                order.onto(before.orderRules()),
                ownerEmail.ontoOptional(before.ownerEmail()),
                format.onto(before.format(), EndpointRules.FORMAT_DEFAULT));
    }

    /// Keeps secrets out of logs and messages.
    @Override
    public String toString() {
        return "EndpointUpdate[]";
    }
}
