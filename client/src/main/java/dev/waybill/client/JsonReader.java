package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads JSON strictly (RFC 8259): UTF-8 only, no repeated names, no unpaired surrogates, nothing
/// after the value, and limits on depth and on the length of numbers.
final class JsonReader {

    /// As the service.
    private static final int DEPTH_MAX = 64;

    private final JsonCursor text;
    private final Map<String, String> outerMembers = new HashMap<>();
    private int depth;

    private JsonReader(JsonCursor text) {
        this.text = text;
    }

    /// A document: its value, and the text of each member of the outermost object, unchanged.
    record Document(Json value, Map<String, String> memberTexts) {

        Optional<Json.Obj> object() {
            return value instanceof Json.Obj object ? Optional.of(object) : Optional.empty();
        }
    }

    static Document read(byte[] utf8) throws MalformedJson {
        try {
            return read(UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString());
        } catch (CharacterCodingException e) {
            throw new MalformedJson("the text is not UTF-8", e);
        }
    }

    static Document read(String text) throws MalformedJson {
        var cursor = new JsonCursor(text);
        var reader = new JsonReader(cursor);
        var value = reader.value();
        cursor.skipSpace();
        if (!cursor.isAtEnd()) {
            throw cursor.wrong("more text after the value");
        }
        return new Document(value, reader.outerMembers);
    }

    private Json value() throws MalformedJson {
        text.skipSpace();
        if (text.skips('{')) {
            enter();
            var object = object();
            depth--;
            return object;
        }
        if (text.skips('[')) {
            enter();
            var array = array();
            depth--;
            return array;
        }
        if (text.peek() == '"') {
            return new Json.Str(text.string());
        }
        if (text.skipsWord("true")) {
            return new Json.Bool(true);
        }
        if (text.skipsWord("false")) {
            return new Json.Bool(false);
        }
        return text.skipsWord("null") ? new Json.Null() : new Json.Num(text.number());
    }

    private void enter() throws MalformedJson {
        if (++depth > DEPTH_MAX) {
            throw text.wrong("more than " + DEPTH_MAX + " levels");
        }
    }

    private Json object() throws MalformedJson {
        var members = new LinkedHashMap<String, Json>();
        text.skipSpace();
        if (text.skips('}')) {
            return new Json.Obj(members);
        }
        do {
            text.skipSpace();
            var name = text.string();
            text.skipSpace();
            text.require(':');
            text.skipSpace();
            int start = text.position();
            if (members.put(name, value()) != null) {
                throw text.wrong("a repeated name");
            }
            if (depth == 1) {
                outerMembers.put(name, text.textSince(start));
            }
            text.skipSpace();
        } while (text.skips(','));
        text.require('}');
        return new Json.Obj(members);
    }

    private Json array() throws MalformedJson {
        List<Json> items = new ArrayList<>();
        text.skipSpace();
        if (text.skips(']')) {
            return new Json.Arr(items);
        }
        do {
            items.add(value());
            text.skipSpace();
        } while (text.skips(','));
        text.require(']');
        return new Json.Arr(items);
    }
}
