package dev.waybill.engine.catalog;

import java.io.Serial;

/// What somebody wrote is not valid; the message is a sentence to act on.
public final class InvalidField extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    private final String pointer;
    private final boolean unknown;

    private InvalidField(String pointer, String detail, boolean unknown) {
        // Part of normal traffic: nobody looks at the stack, and filling it is what costs.
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

    /// Where, as a JSON pointer.
    public String pointer() {
        return pointer;
    }

    /// Whether there is no such field at all.
    public boolean isUnknown() {
        return unknown;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
