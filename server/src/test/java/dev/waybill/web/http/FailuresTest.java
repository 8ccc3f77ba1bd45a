package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.LogLines;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void aFullPoolIsOneLineWithoutAStackTrace() {
        var full = new SQLTransientConnectionException("Connection is not available,\n timed out");
        try (var log = LogLines.of(Failures.class)) {
            var problem = Failures.problem(new IllegalStateException("[arguments]", full), "req_1");

            assertThat(problem.type()).isEqualTo(ProblemType.UNAVAILABLE);
            assertThat(log.lines())
                    .containsExactly(
                            "WARN the database did not answer:"
                                    + " Connection is not available, timed out request_id=req_1");
            assertThat(log.anyStackTrace()).isFalse();
        }
    }

    @Test
    void aBugHasItsStackTrace() {
        try (var log = LogLines.of(Failures.class)) {
            var problem = Failures.problem(new SQLException("no such column", "42703"), "req_1");

            assertThat(problem.type()).isEqualTo(ProblemType.INTERNAL);
            assertThat(log.anyStackTrace()).isTrue();
        }
    }
}
