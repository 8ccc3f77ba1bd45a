package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.web.http.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayItemsTest {

    private static List<String> items(String json) {
        return ArrayItems.of(json.getBytes(UTF_8), 3).stream()
                .map(item -> new String(item, UTF_8))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "[1]                   | 1",
                "[1,[2,3],{'a':[4,5]}] | 1;[2,3];{'a':[4,5]}",
                "['],[','\\',[']       | '],[';'\\',['",
                "['\\\\',2]            | '\\\\';2",
                "[{'a':1 'b'},2]       | {'a':1 'b'};2",
                "[,]                   | ;",
                "[1,]                  | 1;",
            })
    void itemsAreDividedAtTheCommasOfTheArray(String json, String items) {
        assertThat(String.join(";", items(json.replace('\'', '"'))))
                .isEqualTo(items.replace('\'', '"'));
    }

    @Test
    void anEmptyArrayHasNoItems() {
        assertThat(items(" [ \n\t\r] ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##       | must be a JSON array",
                "{}       | must be a JSON array",
                "[1       | does not end",
                "[\"a]    | does not end",
                "[\"a\\   | does not end",
                "[{\"a\":1| does not end",
                "[1}      | another bracket",
                "[1]]     | more text",
                "[1,2,3,4]| at most 3",
            })
    void otherTextIsRefusedAsAWhole(String json, String reason) {
        assertThatThrownBy(() -> items(json))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(reason);
    }
}
