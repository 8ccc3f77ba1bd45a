package dev.waybill;

/// Parses the command and hands over.
public final class Main {

    private Main() {}

    static void main() {}
}
