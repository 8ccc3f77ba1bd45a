package dev.waybill.feature.deliveries;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a receiver answered last.
public record LastAnswer(int status, byte @Nullable [] excerpt, Instant receivedAt) {}
