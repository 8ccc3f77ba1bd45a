package dev.waybill.web.dashboard.replays;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The errors of a confirmation, by field.
class ConfirmationTest {

    private static final Confirmation.Texts TEXTS =
            new Confirmation.Texts("plan", "plan first", number -> "type " + number, "reason");

    @ParameterizedTest
    @CsvSource({
        // Without a plan nothing else is asked for.
        "'', '', '', plan",
        "'', '', fixed, plan",
        "0, '', fixed, plan",
        "-1, '', fixed, plan",
        "many, '', fixed, plan",
        "1234567890, 1234567890, fixed, plan",
        // A number up to the limit need not be typed in.
        "1, '', fixed, ''",
        "1000, '', fixed, ''",
        "1000, '', '', why",
        "1001, '', fixed, count",
        "1001, 1000, fixed, count",
        "1001, 1001, fixed, ''",
        "1001, '1,001', fixed, ''",
        "1001, '1 001', fixed, ''",
        "1001, 1.001, fixed, ''",
        "1001, '', '', count why",
        "999999999, 999999999, fixed, ''"
    })
    void namesWhatIsMissing(String planned, String count, String why, String fields) {
        var faults = new Confirmation(planned, count, why).faults(TEXTS);

        assertThat(faults.keySet())
                .containsExactlyElementsOf(
                        fields.isEmpty() ? List.of() : List.of(fields.split(" ", -1)));
    }
}
