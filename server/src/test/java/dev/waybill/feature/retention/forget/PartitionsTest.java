package dev.waybill.feature.retention.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.feature.retention.forget.Partitions.Kept;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    private static final LocalDate MAY = LocalDate.parse("2026-05-01");

    @Test
    void aDayIsFoldedWithWhatLittleIsKeptAlready() {
        var compaction = table(kept(0, 90_000), kept(1, 100)).compactionUntil(MAY.plusDays(2));

        assertThat(compaction.sources())
                .containsExactly("delivery_kept_20260502", "delivery_20260502");
        assertThat(compaction.from()).isEqualTo(DayTable.firstId(MAY));
        assertThat(compaction.until()).isEqualTo(DayTable.firstId(MAY.plusDays(2)));
        assertThat(compaction.target()).isEqualTo("delivery_kept_20260503");
    }

    @Test
    void muchThatIsKeptIsNotCopiedWithTheNextDay() {
        var compaction = table(kept(1, 200_000)).compactionUntil(MAY.plusDays(2));

        assertThat(compaction.sources()).containsExactly("delivery_20260502");
        assertThat(compaction.from()).isEqualTo(DayTable.firstId(MAY.plusDays(1)));
    }

    /// A year of nights, each of which leaves many open rows.
    @Test
    void aRowIsCopiedAsOftenAsRowsDoubleAndThereAreFewPartitions() {
        var kept = new ArrayList<Kept>();
        long copied = 0;
        for (int day = 1; day <= 365; day++) {
            kept.add(kept(day, 50_000));
            while (table(kept.toArray(Kept[]::new)).wantMerge()) {
                long rows = kept.removeLast().rows() + kept.removeLast().rows();
                kept.add(kept(day, rows));
                copied += rows;
            }
            assertThat(kept).hasSizeLessThan(10);
        }
        assertThat(copied).isLessThan(365 * 50_000L * 9);
    }

    private static Kept kept(int days, long rows) {
        var until = MAY.plusDays(days);
        return new Kept(DayTable.DELIVERY.kept(until), until, rows);
    }

    private static Partitions table(Kept... kept) {
        var first = kept[kept.length - 1].until();
        return Partitions.of(DayTable.DELIVERY, List.of(kept), List.of(first, first.plusDays(1)));
    }
}
