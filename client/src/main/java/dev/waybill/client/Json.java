package dev.waybill.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON value as [JsonReader] reads it. Numbers keep their text: nobody pays for the digits of
/// `1e999999`.
sealed interface Json {

    record Obj(Map<String, Json> members) implements Json {

        Optional<String> text(String name) {
            return members.get(name) instanceof Str text
                    ? Optional.of(text.value())
                    : Optional.empty();
        }

        /// A whole number that fits a long.
        Optional<Long> whole(String name) {
            return members.get(name) instanceof Num number && number.text().matches("-?\\d{1,18}")
                    ? Optional.of(Long.valueOf(number.text()))
                    : Optional.empty();
        }

        boolean isTrue(String name) {
            return members.get(name) instanceof Bool bool && bool.value();
        }

        Optional<Obj> object(String name) {
            return members.get(name) instanceof Obj object ? Optional.of(object) : Optional.empty();
        }

        /// The objects in an array; empty if there is no array of that name.
        List<Obj> objects(String name) {
            return members.get(name) instanceof Arr array
                    ? array.items().stream()
                            .filter(Obj.class::isInstance)
                            .map(Obj.class::cast)
                            .toList()
                    : List.of();
        }
    }

    record Arr(List<Json> items) implements Json {}

    record Str(String value) implements Json {}

    record Num(String text) implements Json {}

    record Bool(boolean value) implements Json {}

    record Null() implements Json {}
}
