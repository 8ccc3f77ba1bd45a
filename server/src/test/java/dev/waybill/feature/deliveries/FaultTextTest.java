package dev.waybill.feature.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DNS                | the host name did not resolve
                    CONNECT_REFUSED    | no connection could be made: the connection was refused
                    CONNECT_TIMEOUT    | no connection could be made: the host did not respond
                    CONNECT_OTHER      | no connection could be made
                    TLS_OTHER          | the TLS handshake failed
                    TIMEOUT_FIRST_BYTE | no response within the time limit
                    TIMEOUT_TOTAL      | the response was not complete within the time limit
                    RESET              | the connection was closed before a response arrived
                    NOT_HTTP           | the response was not valid HTTP
                    EXPIRY             | the event expired while waiting for a response
                    BLOCKED            | the address is not allowed
                    """)
    void aFaultIsASentence(Fault fault, String sentence) {
        assertThat(FaultText.of(fault)).isEqualTo(sentence);
    }

    @Test
    void theDetailFollowsInParentheses() {
        assertThat(FaultText.of(Fault.NOT_HTTP, "no status line"))
                .isEqualTo("the response was not valid HTTP (no status line)");
        assertThat(FaultText.of(Fault.NOT_HTTP, null)).isEqualTo(FaultText.of(Fault.NOT_HTTP));
    }

    /// The cause that a customer reads must fit the fault that the customer reads.
    @ParameterizedTest
    @EnumSource
    void customersSeeAFaultAndACauseThatFit(Fault fault) {
        var seen = Audience.CUSTOMERS.seen(fault);

        assertThat(seen.cause()).isEqualTo(Audience.CUSTOMERS.seen(fault.cause()));
        assertThat(seen).isNotEqualTo(Fault.BLOCKED);
        assertThat(Audience.OPERATORS.seen(fault)).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT_REFUSED, CONNECT_OTHER",
        "CONNECT_TIMEOUT, CONNECT_OTHER",
        "BLOCKED,         CONNECT_OTHER",
        "TLS_EXPIRED,     TLS_OTHER",
        "TLS_UNTRUSTED,   TLS_OTHER",
        "TLS_NAME,        TLS_OTHER",
        "DNS,             DNS",
        "TIMEOUT_TOTAL,   TIMEOUT_TOTAL",
    })
    void customersCannotScanANetwork(Fault fault, Fault seen) {
        assertThat(Audience.CUSTOMERS.seen(fault)).isEqualTo(seen);
    }
}
