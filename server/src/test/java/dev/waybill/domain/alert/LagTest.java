package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LagTest {

    /// Hosts and the minutes for which their deliveries have been due.
    @ParameterizedTest
    @CsvSource({
        "'',              3,   , ",
        "a-20,            9, 20, ",
        "a-20 a-19 a-18,  9, 20, ",
        "a-20 b-10,       9, 20, ",
        "a-20 b-10 c-5,   9, 20, 5",
        "a-9 a-20 b-10 c-5 d-30, 9, 30, 10",
        // fewer hosts than that
        "a-20 b-10,       2, 20, 10",
        "a-20,            1, 20, 20",
        // due in the future
        "a--5,            1,   , ",
    })
    void oneSlowReceiverIsNotALagOfTheService(
            String all, int hosts, @Nullable Integer anywhere, @Nullable Integer widespread) {
        var due =
                all.isEmpty()
                        ? List.<Lag.Due>of()
                        : Arrays.stream(all.split(" ")).map(LagTest::due).toList();

        assertThat(Lag.of(due, hosts, NOON))
                .isEqualTo(new Lag(minutes(anywhere), minutes(widespread)));
    }

    private static Lag.Due due(String text) {
        var parts = text.split("-", 2);
        return new Lag.Due(parts[0], NOON.minus(Duration.ofMinutes(Integer.parseInt(parts[1]))));
    }

    private static @Nullable Duration minutes(@Nullable Integer count) {
        return count == null ? null : Duration.ofMinutes(count);
    }
}
