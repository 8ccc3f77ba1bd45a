package dev.waybill.feature.eventtypes;

import org.jspecify.annotations.Nullable;

/// Asks to change the settings of an event type.
///
/// @param type the name of the type
/// @param name the name that the request gives it, which must be the same; null if it gives none
public record ChangeEventType(String type, @Nullable String name, EventTypeUpdate settings) {}
