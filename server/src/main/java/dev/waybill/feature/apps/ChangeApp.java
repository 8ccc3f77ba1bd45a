package dev.waybill.feature.apps;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Asks to change the uid or the name of an app.
///
/// @param uid null to keep the uid
/// @param name null to keep the name
public record ChangeApp(UUID id, @Nullable String uid, @Nullable String name) {}
