package dev.waybill.web.site.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SparkTest {

    @Test
    void theLargestSlotFillsTheHeight() {
        var spark = Spark.of(List.of(2L, 4L), List.of(0L, 0L));

        assertThat(spark.good()).isEqualTo("M24 24v-12M72 24v-24");
        assertThat(spark.bad()).isEmpty();
    }

    @Test
    void whatEndedBadlyStandsOnWhatEndedWell() {
        var spark = Spark.of(List.of(1L), List.of(1L));

        assertThat(spark.good()).isEqualTo("M48 24v-12");
        assertThat(spark.bad()).isEqualTo("M48 12v-12");
    }

    @Test
    void oneAmongManyIsSeenAndNothingGrowsOverTheTop() {
        var spark = Spark.of(List.of(1_000_000L), List.of(1L));

        assertThat(spark.good()).isEqualTo("M48 24v-23");
        assertThat(spark.bad()).isEqualTo("M48 1v-1");
    }
}
