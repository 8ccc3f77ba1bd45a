package dev.waybill.engine.audit;

import org.jspecify.annotations.Nullable;

/// The actor of an action, with the source and the id of the request. Every method that changes
/// something takes one, so that each change has an actor.
///
/// @param id the id of a key, a user or a portal link, or a fixed name
/// @param source the address of the client
public record Actor(String id, String source, @Nullable String requestId) {

    /// Waybill itself, by its own rules.
    public static final Actor ITSELF = new Actor("waybill", "waybill", null);

    /// The command line of the machine on which Waybill is installed.
    public static final Actor COMMAND_LINE = new Actor("command_line", "command_line", null);
}
