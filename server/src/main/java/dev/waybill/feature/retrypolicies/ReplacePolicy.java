package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.retry.PolicyDraft;

/// Asks to replace a policy. A part that the draft does not mention gets its default.
///
/// @param name the policy that is replaced
public record ReplacePolicy(String name, PolicyDraft draft) {}
