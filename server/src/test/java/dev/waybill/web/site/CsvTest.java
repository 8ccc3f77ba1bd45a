package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain            | plain",
                "=1+1             | '=1+1",
                "+1               | '+1",
                "-1               | '-1",
                "@SUM(A1)         | '@SUM(A1)",
                "a,b              | \"a,b\"",
                "say \"no\"       | \"say \"\"no\"\"\"",
                "=HYPERLINK(\"x\") | \"'=HYPERLINK(\"\"x\"\")\"",
                "``               | ``"
            })
    void nothingIsTakenForAFormulaOrForTwoCells(String text, String cell) {
        assertThat(Csv.cell(text)).isEqualTo(cell);
    }

    @Test
    void whatBeginsWithATabOrHoldsALineBreakStaysInItsCell() {
        assertThat(Csv.cell("\t=1")).isEqualTo("'\t=1");
        assertThat(Csv.cell("a\nb")).isEqualTo("\"a\nb\"");
        assertThat(Csv.of(List.of(List.of("a", ""), List.of("b", "c")))).isEqualTo("a,\r\nb,c\r\n");
    }
}
