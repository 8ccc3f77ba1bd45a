package dev.waybill.engine.catalog;

/// One way in which a value breaks a schema.
///
/// @param pointer where in the value, as a JSON pointer
public record SchemaViolation(String pointer, String detail) {}
