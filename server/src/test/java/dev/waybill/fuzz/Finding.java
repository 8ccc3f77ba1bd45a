package dev.waybill.fuzz;

/// Something that must not happen.
///
/// @param rule the rule that was broken, the same for every case that breaks it
public record Finding(String rule, String detail) {}
