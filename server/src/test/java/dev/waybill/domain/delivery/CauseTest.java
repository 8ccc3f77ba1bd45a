package dev.waybill.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CauseTest {

    @ParameterizedTest
    @ValueSource(ints = {100, 204, 404, 503, 999})
    void aStatusIsACause(int status) {
        var cause = Cause.ofStatus(status);

        assertThat(cause).isEqualTo(new Cause.Status(status));
        assertThat(Cause.of(cause.code())).contains(cause);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindIsReadBack(Cause.Kind kind) {
        assertThat(Cause.of(kind.code())).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 99, 1000, 70_000})
    void aNumberThatIsNoStatusIsAProtocolFailure(int status) {
        assertThat(Cause.ofStatus(status)).isEqualTo(Cause.Kind.PROTOCOL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "99", "099", "1000", "5xx", "TLS", "tls_expired", "unreached"})
    void otherTextIsNoCause(String text) {
        assertThat(Cause.of(text)).isEmpty();
    }

    @Test
    void anOutcomeHasTheCauseOfItsFault() {
        assertThat(new Outcome.Accepted(200).cause()).isNull();
        assertThat(new Outcome.Refused(503, null).cause()).isEqualTo(new Cause.Status(503));
        assertThat(new Outcome.Unanswered(Fault.TLS_NAME).cause()).isEqualTo(Cause.Kind.TLS);
        assertThat(new Outcome.Blocked().cause()).isEqualTo(Cause.Kind.BLOCKED);
        assertThat(new Outcome.NotSent(LocalFault.PORTS).cause()).isNull();
    }
}
