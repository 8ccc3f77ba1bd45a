package dev.waybill.engine.catalog;

/// One violation of a schema.
///
/// @param pointer the place in the value, as a JSON pointer
public record SchemaViolation(String pointer, String detail) {}
