package dev.waybill.feature.deadletters;

import org.jspecify.annotations.Nullable;

/// Asks to resolve dead letters.
///
/// @param kind how it was resolved; null for "resolved"
/// @param note required; null if the request did not have it
public record ResolveDeadLetters(
        DeadLetterSelection selection, @Nullable String kind, @Nullable String note) {}
