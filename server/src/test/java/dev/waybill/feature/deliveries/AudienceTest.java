package dev.waybill.feature.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Reason;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The values that customers may see and search for.
class AudienceTest {

    private static final Cause NOT_FOUND = new Cause.Status(404);

    @Test
    void aFilterOfCustomersMeansWhatTheySeeLikeThat() {
        var seen = Audience.CUSTOMERS;

        assertThat(seen.meantReasons(Set.of(Reason.EXHAUSTED)))
                .containsExactlyInAnyOrder(Reason.EXHAUSTED, Reason.BLOCKED);
        assertThat(seen.meantReasons(Set.of(Reason.BLOCKED))).isEmpty();
        assertThat(seen.meantReasons(Set.of(Reason.GONE))).containsExactly(Reason.GONE);
        assertThat(seen.meantReasons(null)).isNull();
        assertThat(seen.meantCauses(Set.of(Cause.Kind.CONNECT, NOT_FOUND)))
                .containsExactlyInAnyOrder(Cause.Kind.CONNECT, Cause.Kind.BLOCKED, NOT_FOUND);
        assertThat(seen.meantCauses(Set.of(Cause.Kind.BLOCKED))).isEmpty();
        assertThat(seen.meantCauses(Set.of())).isEmpty();
        assertThat(seen.meantCauses(null)).isNull();
    }

    @Test
    void aFilterOfOperatorsMeansWhatItSays() {
        var seen = Audience.OPERATORS;

        assertThat(seen.meantReasons(Set.of(Reason.BLOCKED))).containsExactly(Reason.BLOCKED);
        assertThat(seen.meantCauses(Set.of(Cause.Kind.CONNECT)))
                .containsExactly(Cause.Kind.CONNECT);
    }

    @Test
    void aDetailIsForOperators() {
        var attempt =
                new AttemptView(
                        new UUID(0, 1),
                        1,
                        Instant.EPOCH,
                        5,
                        null,
                        Fault.TLS_NAME,
                        "no name matching hooks.example found",
                        null,
                        "https://hooks.example/",
                        "v1,x");

        assertThat(Audience.OPERATORS.seen(attempt).errorWithDetail())
                .endsWith("(no name matching hooks.example found)");
        assertThat(Audience.CUSTOMERS.seen(attempt).errorWithDetail())
                .isEqualTo("the TLS handshake failed");
    }
}
