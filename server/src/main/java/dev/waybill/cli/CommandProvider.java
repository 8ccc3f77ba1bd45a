package dev.waybill.cli;

/// Adds a command to the command line from another jar, for commands that most users never need.
public interface CommandProvider {

    /// An object that picocli reads as a command.
    Object command();
}
