package dev.waybill.feature.deadletters;

import org.jspecify.annotations.Nullable;

/// Asks to reopen dead letters that were resolved.
public record ReopenDeadLetters(DeadLetterSelection selection, @Nullable String note) {}
