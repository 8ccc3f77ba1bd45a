package dev.waybill.feature.eventtypes;

import dev.waybill.domain.command.Update;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// The settings of an event type that a create or a change mentions.
public record EventTypeUpdate(
        Update<String> description,
        Update<String> guidance,
        DeliveryRules delivery,
        Payload payload,
        Update<Boolean> deprecated,
        Update<Boolean> hidden) {

    /// The settings for deliveries of the type.
    public record DeliveryRules(
            Update<Integer> ttlSeconds,
            Update<String> expiresAtPointer,
            Update<Integer> attemptsMax,
            Update<PolicyChoice> retryPolicy) {

        CatalogType.DeliveryRules onto(
                CatalogType.DeliveryRules before, Update<String> storedPolicy) {
            return new CatalogType.DeliveryRules(
                    ttlSeconds.ontoOptional(before.ttlSeconds()),
                    expiresAtPointer.ontoOptional(before.expiresAtPointer()),
                    attemptsMax.ontoOptional(before.attemptsMax()),
                    storedPolicy.ontoOptional(before.retryPolicy()));
        }
    }

    /// The settings for the data of events.
    public record Payload(
            Update<JsonNode> schema, Update<Boolean> validate, Update<JsonNode> example) {

        StoredPayload onto(StoredPayload before) {
            return new StoredPayload(
                    schema.map(JsonNode::toString).ontoOptional(before.schema()),
                    validate.onto(before.validate(), false),
                    example.map(JsonNode::toString).ontoOptional(before.example()));
        }
    }

    /// Deprecates a type or reverts that, and changes nothing else.
    public static EventTypeUpdate deprecate(boolean deprecated) {
        return new EventTypeUpdate(
                Update.keep(),
                Update.keep(),
                new DeliveryRules(Update.keep(), Update.keep(), Update.keep(), Update.keep()),
                new Payload(Update.keep(), Update.keep(), Update.keep()),
                Update.to(deprecated),
                Update.keep());
    }

    /// The type after this update. The policy is given as it is stored.
    CatalogType onto(CatalogType before, Update<String> storedPolicy, Instant now) {
        var data = payload.onto(StoredPayload.of(before));
        var documentation =
                new CatalogType.Documentation(
                        description.onto(before.description(), ""),
                        guidance.onto(before.guidance(), ""),
                        data.example(),
                        deprecated.onto(before.deprecated(), false),
                        hidden.onto(before.hidden(), false));
        return new CatalogType(
                before.name(),
                documentation,
                delivery.onto(before.rules(), storedPolicy),
                data.schema(),
                data.validate(),
                before.createdAt(),
                now);
    }
}
