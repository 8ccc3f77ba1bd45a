package dev.waybill.engine.catalog;

import java.io.Serial;

/// A value in a request is not valid. The message tells the user what to change.
public final class InvalidField extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    private final String pointer;
    private final boolean unknown;

    private InvalidField(String pointer, String detail, boolean unknown) {
        // Without a stack trace: this happens in normal traffic, and filling the trace is
        // expensive.
        super(detail, null, false, false);
        this.pointer = pointer;
        this.unknown = unknown;
    }

    static InvalidField at(String pointer, String detail) {
        return new InvalidField(pointer, detail, false);
    }

    static InvalidField unknown(String pointer, String detail) {
        return new InvalidField(pointer, detail, true);
    }

    /// The place of the value, as a JSON pointer.
    public String pointer() {
        return pointer;
    }

    /// Whether the field does not exist at all.
    public boolean isUnknown() {
        return unknown;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
