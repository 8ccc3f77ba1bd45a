package dev.waybill.web.http;

/// The extensions of a chunk, which are checked and not used: `;name` or `;name=value` or
/// `;name="value"`, any number of them (RFC 9112 §7.1.1). Blanks between the parts are refused.
final class ChunkExtension {

    private enum Part {
        NONE,
        NAME_BEGINS,
        NAME,
        VALUE_BEGINS,
        TOKEN,
        QUOTED,
        ESCAPED,
        QUOTED_ENDS
    }

    private Part part = Part.NONE;

    /// Whether one has begun on this line.
    boolean begun() {
        return part != Part.NONE;
    }

    void take(byte b) throws BadRequest {
        part =
                switch (part) {
                    case NONE, QUOTED_ENDS -> begin(b);
                    case NAME_BEGINS -> token(b, Part.NAME);
                    case NAME -> name(b);
                    case VALUE_BEGINS -> b == '"' ? Part.QUOTED : token(b, Part.TOKEN);
                    case TOKEN -> b == ';' ? Part.NAME_BEGINS : token(b, Part.TOKEN);
                    case QUOTED -> quoted(b);
                    case ESCAPED -> text(b);
                };
    }

    /// The line has ended.
    void end() throws BadRequest {
        part =
                switch (part) {
                    case NONE, NAME, TOKEN, QUOTED_ENDS -> Part.NONE;
                    case NAME_BEGINS, VALUE_BEGINS, QUOTED, ESCAPED -> throw malformed();
                };
    }

    private static Part name(byte b) throws BadRequest {
        if (b == '=') {
            return Part.VALUE_BEGINS;
        }
        return b == ';' ? Part.NAME_BEGINS : token(b, Part.NAME);
    }

    private static Part quoted(byte b) throws BadRequest {
        if (b == '\\') {
            return Part.ESCAPED;
        }
        return b == '"' ? Part.QUOTED_ENDS : text(b);
    }

    private static Part begin(byte b) throws BadRequest {
        if (b != ';') {
            throw malformed();
        }
        return Part.NAME_BEGINS;
    }

    private static Part token(byte b, Part next) throws BadRequest {
        if (!RequestHead.isTokenChar(b)) {
            throw malformed();
        }
        return next;
    }

    /// Text that is not ASCII is allowed here by the RFC; parsers disagree about it.
    private static Part text(byte b) throws BadRequest {
        if (b < 0 || RequestHead.isControl(b)) {
            throw malformed();
        }
        return Part.QUOTED;
    }

    private static BadRequest malformed() {
        return BadRequest.because("A chunk's extension must be a name, or a name and a value.");
    }
}
