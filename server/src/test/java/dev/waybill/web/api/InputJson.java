package dev.waybill.web.api;

import dev.waybill.domain.command.Violations;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Bodies of requests as tests write them, and their violations.
public final class InputJson {

    private InputJson() {}

    /// An object in which quotes are single ones.
    public static ObjectNode of(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    /// Each violation as its field and its code.
    public static List<String> found(Violations violations) {
        return violations.all().stream()
                .map(one -> String.join("/", one.path()) + " " + one.code().code())
                .toList();
    }
}
