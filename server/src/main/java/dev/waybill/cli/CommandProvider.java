package dev.waybill.cli;

/// Adds a command to the command line from another jar: what most users never start need not be in
/// the product's own.
public interface CommandProvider {

    /// An object that picocli reads as a command.
    Object command();
}
