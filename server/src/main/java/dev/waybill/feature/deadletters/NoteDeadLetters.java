package dev.waybill.feature.deadletters;

import org.jspecify.annotations.Nullable;

/// Asks to add a note to dead letters, which stay open.
///
/// @param note required; null if the request did not have it
public record NoteDeadLetters(DeadLetterSelection selection, @Nullable String note) {}
