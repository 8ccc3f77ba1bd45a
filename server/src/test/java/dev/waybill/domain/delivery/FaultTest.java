package dev.waybill.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTest {

    @ParameterizedTest
    @CsvSource({
        "DNS,                dns,                dns",
        "CONNECT_REFUSED,    connect_refused,    connect",
        "CONNECT_TIMEOUT,    connect_timeout,    connect",
        "CONNECT_OTHER,      connect_other,      connect",
        "TLS_EXPIRED,        tls_expired,        tls",
        "TLS_UNTRUSTED,      tls_untrusted,      tls",
        "TLS_NAME,           tls_name,           tls",
        "TLS_OTHER,          tls_other,          tls",
        "TIMEOUT_FIRST_BYTE, timeout_first_byte, timeout",
        "TIMEOUT_TOTAL,      timeout_total,      timeout",
        "RESET,              reset,              reset",
        "NOT_HTTP,           not_http,           protocol",
        "TOO_LARGE,          too_large,          protocol",
        "EXPIRY,             expiry,             expiry",
        "BLOCKED,            blocked,            blocked",
        "NOT_STORABLE,       not_storable,       protocol",
    })
    void everyFaultHasACodeAndACause(Fault fault, String code, String cause) {
        assertThat(fault.code()).isEqualTo(code);
        assertThat(Fault.of(code)).contains(fault);
        assertThat(fault.cause().code()).isEqualTo(cause);
    }

    @Test
    void anUnknownCodeIsNoFault() {
        assertThat(Fault.of("timeout")).isEmpty();
        assertThat(Fault.of("")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKED", "NOT_STORABLE"})
    void aRequestThatWasSentDoesNotEndLikeThis(Fault fault) {
        assertThatThrownBy(() -> new Outcome.Unanswered(fault))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
