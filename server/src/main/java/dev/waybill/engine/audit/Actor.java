package dev.waybill.engine.audit;

import org.jspecify.annotations.Nullable;

/// Who does something, from where, and in which request. Handed to everything that changes
/// anything, so that no change can be made by nobody.
///
/// @param actor a key's id, or a word for who needs none
/// @param source the client's address
public record Actor(String actor, String source, @Nullable String requestId) {

    /// What no person asked for.
    public static final Actor ITSELF = new Actor("waybill", "waybill", null);

    /// What was asked for where Waybill is installed.
    public static final Actor COMMAND_LINE = new Actor("command_line", "command_line", null);
}
