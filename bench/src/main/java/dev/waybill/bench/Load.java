package dev.waybill.bench;

/// The way events are published.
///
/// @param lines connections, each with one request open at a time
/// @param eventsPerRequest 1 for single publishes
record Load(int lines, int eventsPerRequest) {}
