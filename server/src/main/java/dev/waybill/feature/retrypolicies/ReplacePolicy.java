package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.retry.PolicyDraft;

/// Asks to put another policy in the place of one. What the draft leaves out gets its default.
///
/// @param name the policy that is replaced
public record ReplacePolicy(String name, PolicyDraft draft) {}
