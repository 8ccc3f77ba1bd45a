package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.retry.PolicyDraft;

/// Asks to change parts of a policy. What the draft leaves out stays as its author wrote it.
///
/// @param name the policy that is changed
public record ChangePolicy(String name, PolicyDraft draft) {}
