package dev.waybill.web.api.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.keys.CreateKey;
import dev.waybill.web.api.InputJson;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// JSON about keys, read into commands.
class ApiKeyInputTest {

    private static final Caller ADMIN = new Caller("admin", Role.ADMIN, null, Mode.LIVE, true);

    private final Violations violations = new Violations();

    private CreateKey key(String json) {
        return ApiKeyInput.create(InputJson.of(json), ADMIN, null, violations);
    }

    @Test
    void readsKeys() {
        assertThat(
                        key(
                                "{'role':'app','app':'acme','mode':'test','name':'Ann',"
                                        + "'expires_at':'2030-01-01T00:00:00+01:00'}"))
                .isEqualTo(
                        new CreateKey(
                                ADMIN,
                                Role.APP,
                                "acme",
                                Mode.TEST,
                                "Ann",
                                Instant.parse("2029-12-31T23:00:00Z"),
                                null));
        assertThat(key("{'mode':null,'expires_at':null,'name':null}")).isEqualTo(key("{}"));
        assertThat(violations.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'role':'root'}                        | role format",
                "{'role':1}                             | role format",
                "{'mode':'prod'}                        | mode format",
                "{'expires_at':'2030-01-01T00:00:00'}   | expires_at format",
                "{'expires_at':1893456000}              | expires_at format",
                "{'app':{}}                             | app type",
                "{'name':true}                          | name type",
                "{'key':'mine'}                         | key unknown"
            })
    void refusesKeysThatCannotBeRead(String json, String violation) {
        key(json);

        assertThat(InputJson.found(violations)).containsExactly(violation);
    }
}
