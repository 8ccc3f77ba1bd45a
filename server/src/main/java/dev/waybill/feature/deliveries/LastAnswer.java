package dev.waybill.feature.deliveries;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The last HTTP response of a receiver.
public record LastAnswer(int status, byte @Nullable [] excerpt, Instant receivedAt) {}
