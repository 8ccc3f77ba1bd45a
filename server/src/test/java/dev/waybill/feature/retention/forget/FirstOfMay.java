package dev.waybill.feature.retention.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Retention;
import dev.waybill.feature.retention.forget.Forgetter.Pass;
import dev.waybill.testing.TestDatabase;
import java.time.Instant;

/// Databases whose oldest day is the first of May, which is over on the first of June: the day
/// before it has gone already.
final class FirstOfMay {

    private static final Instant MONTH_LATER = Instant.parse("2026-06-01T12:00:00Z");

    private static final TestDatabase.Template TEMPLATE =
            TestDatabase.Template.of(FirstOfMay::removeTheDayBefore);

    private FirstOfMay() {}

    static TestDatabase database() {
        return TEMPLATE.copy();
    }

    private static void removeTheDayBefore(TestDatabase db) throws Exception {
        try (var handle = db.database().maintenance().open()) {
            var forgetter =
                    new Forgetter(
                            db.database(), Retention.DEFAULT, ArchiveStep.none(), _ -> {}, _ -> {});
            assertThat(forgetter.runOnce(handle, MONTH_LATER)).isEqualTo(Pass.FORGOT);
        }
    }
}
