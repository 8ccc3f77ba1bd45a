package dev.waybill.web.dashboard;

/// A number that answers a question, and where it comes from.
///
/// @param tone colours it where it asks for attention
public record Tile(String title, String value, String note, String href, String tone) {}
