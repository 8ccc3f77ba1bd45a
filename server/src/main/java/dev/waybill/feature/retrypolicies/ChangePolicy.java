package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.retry.PolicyDraft;

/// Asks to change parts of a policy. A part that the draft does not mention is not changed.
///
/// @param name the policy that is changed
public record ChangePolicy(String name, PolicyDraft draft) {}
