package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.retry.PolicyDraft;
import dev.waybill.engine.capture.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/// Asks for a new retry policy.
///
/// @param key makes a repeated request find the policy that the first one made
public record CreatePolicy(Caller caller, PolicyDraft draft, @Nullable IdempotencyKey key) {}
