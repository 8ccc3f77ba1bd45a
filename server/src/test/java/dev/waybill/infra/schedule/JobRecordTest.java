package dev.waybill.infra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobRecordTest {

    private static final Duration PERIOD = Duration.ofHours(1);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private long nanos = Long.MAX_VALUE - 5;
    private final JobRecord record = new JobRecord("job", PERIOD, true, () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void aFailureIsLoggedAtOnceAndAgainEveryMinute() {
        assertThat(record.failed()).isTrue();
        assertThat(record.failed()).isFalse();
        pass(JobRecord.LOGGED_EVERY.minus(MOMENT));
        assertThat(record.failed()).isFalse();
        pass(MOMENT);
        assertThat(record.failed()).isTrue();
        assertThat(record.failures()).isEqualTo(4);

        assertThat(record.succeeded(1)).isEqualTo(4);
        assertThat(record.succeeded(1)).isZero();
        assertThat(record.failed()).isTrue();
    }

    @Test
    void itIsInTroubleOnceItHasFailedForLong() {
        pass(PERIOD);
        record.failed();
        assertThat(record.trouble()).isEmpty();
        pass(JobRecord.TROUBLE_AFTER);
        record.failed();
        assertThat(record.trouble()).isEmpty();
        pass(MOMENT);
        assertThat(record.trouble()).contains("job has been failing for 30 s");

        record.succeeded(1);
        assertThat(record.trouble()).isEmpty();
    }

    @Test
    void aFailureOrADelayIsShownWithinHalfAMinute() {
        assertThat(record.isInTrouble()).isFalse();
        record.failed();
        assertThat(record.isInTrouble()).isTrue();
        record.begun();
        pass(MOMENT);
        record.succeeded(1);
        assertThat(record.isInTrouble()).isFalse();
        assertThat(record.took()).isEqualTo(MOMENT);
        assertThat(record.failuresEver()).isEqualTo(1);

        pass(PERIOD.plus(JobRecord.OVERDUE_AFTER));
        assertThat(record.isInTrouble()).isFalse();
        pass(MOMENT);
        assertThat(record.isInTrouble()).isTrue();
    }

    @Test
    void aRestartAndAPassUnderWayAreTimed() {
        assertThat(record.sinceRestart()).isEmpty();
        assertThat(record.inPass()).isZero();
        assertThat(record.isEssential()).isTrue();

        record.begun();
        pass(PERIOD);
        assertThat(record.inPass()).isEqualTo(PERIOD);
        record.failed();
        record.restarted();
        pass(MOMENT);
        assertThat(record.inPass()).isZero();
        assertThat(record.sinceRestart()).contains(MOMENT);

        record.begun();
        pass(MOMENT);
        record.succeeded(1);
        assertThat(record.inPass()).isZero();
    }

    @Test
    void itIsInTroubleIfItDoesNotComeToAnEnd() {
        pass(PERIOD.plus(JobRecord.TROUBLE_AFTER));
        assertThat(record.trouble()).isEmpty();
        pass(MOMENT);
        assertThat(record.trouble()).contains("job has not completed for 3630 s");
    }
}
