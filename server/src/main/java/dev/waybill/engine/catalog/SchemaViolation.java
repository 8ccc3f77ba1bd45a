package dev.waybill.engine.catalog;

/// One violation of a schema.
///
/// @param pointer where in the value, as a JSON pointer
public record SchemaViolation(String pointer, String detail) {}
