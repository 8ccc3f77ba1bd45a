package dev.waybill.feature.retention.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON of archives. Bytes are written as text if they are valid UTF-8, so that archives are
/// readable; otherwise as base64.
final class ArchiveJson {

    private static final String BASE64 = "_base64";

    static final JsonMapper MAPPER = new JsonMapper();

    private ArchiveJson() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static void putBytes(ObjectNode json, String name, byte[] bytes) {
        try {
            json.put(name, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            json.put(name + BASE64, Base64.getEncoder().encodeToString(bytes));
        }
    }

    static byte[] bytes(JsonNode json, String name) {
        return json.has(name)
                ? json.required(name).stringValue().getBytes(UTF_8)
                : Base64.getDecoder().decode(json.required(name + BASE64).stringValue());
    }
}
