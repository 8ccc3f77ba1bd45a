package dev.waybill.api;

import dev.waybill.domain.Mode;
import java.util.UUID;

/// Whose data a request is about.
record Caller(UUID appId, Mode mode) {}
