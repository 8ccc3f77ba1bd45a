package dev.waybill.deliver;

import dev.waybill.domain.Outcome;
import org.jspecify.annotations.Nullable;

/// What came back: the outcome that decides, and the beginning of the body for people to read.
public record Answer(Outcome outcome, byte @Nullable [] excerpt) {}
