package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.dispatch.Tempo.Speed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTest {

    private static final long MAX = 10_000;

    @ParameterizedTest
    @CsvSource({
        "SLOW, 0, UNSERVED",
        "SLOW, 1, UNSERVED",
        "SLOW, 2, SERVED",
        "UNKNOWN, 1, NEW",
        "UNKNOWN, 2, SERVED",
        "QUICK, 38, QUICK",
        "QUICK, 39, SERVED",
    })
    void aLaneStandsByItsTempoAndWhatItHolds(Speed speed, int held, Standing standing) {
        assertThat(Standing.of(speed, held, 39)).isEqualTo(standing);
    }

    @ParameterizedTest
    @CsvSource({"SERVED, 7500", "UNSERVED, 8000", "NEW, 9000", "QUICK, 9500"})
    void theLastPartIsForThoseThatLetGoOfItSoon(Standing standing, long limit) {
        assertThat(Shares.STANDARD.limit(MAX, standing, MAX / 2)).isEqualTo(limit);
    }

    @ParameterizedTest
    @CsvSource({"SERVED, 8000", "UNSERVED, 8500", "NEW, 9500", "QUICK, 10000"})
    void anAppThatHoldsLittleFindsSomeLeftByThoseThatHoldMuch(Standing standing, long limit) {
        assertThat(Shares.STANDARD.limit(MAX, standing, MAX / 10 - 1)).isEqualTo(limit);
        assertThat(Shares.STANDARD.limit(MAX, standing, MAX / 10)).isLessThan(limit);
    }

    @Test
    void whileThereIsPlentyNobodyIsAsked() {
        for (var standing : Standing.values()) {
            assertThat(Shares.STANDARD.limit(MAX, standing, MAX))
                    .isGreaterThanOrEqualTo(Shares.STANDARD.plenty(MAX));
        }
    }

    @Test
    void aPortionShrinksWithWhatIsLeftButIsNeverNone() {
        assertThat(Shares.portion(12_500, 10_000)).isEqualTo(39);
        assertThat(Shares.portion(12_500, 12_500)).isEqualTo(Shares.FEW);
    }

    @ParameterizedTest
    @CsvSource({
        "67108864, 409, 6553, 8388608",
        "536870912, 3276, 50000, 33554432",
        "2147483648, 12500, 50000, 134217728",
        "17179869184, 12500, 50000, 134217728",
    })
    void boundsFollowTheHeap(long heap, int permits, int places, long bytes) {
        assertThat(Bounds.of(heap)).isEqualTo(new Bounds(permits, places, bytes));
    }
}
