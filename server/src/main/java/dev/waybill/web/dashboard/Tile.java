package dev.waybill.web.dashboard;

/// A number with a title and a link to its source.
///
/// @param tone colours it where it asks for attention
public record Tile(String title, String value, String note, String href, String tone) {}
