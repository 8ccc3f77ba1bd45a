package dev.waybill.web.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.portal.ChangePortalLook;
import dev.waybill.feature.portal.CreatePortalLink;
import dev.waybill.web.api.InputJson;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// JSON about the portal, read into commands.
class PortalInputTest {

    private static final Caller ADMIN = new Caller("admin", Role.ADMIN, null, Mode.LIVE, true);
    private static final UUID APP = new UUID(0, 7);

    private final Violations violations = new Violations();

    private CreatePortalLink link(String json) {
        return PortalInput.link(InputJson.of(json), ADMIN, null, violations);
    }

    @Test
    void readsLinks() {
        assertThat(link("{}"))
                .isEqualTo(new CreatePortalLink(ADMIN, null, null, null, null, null, null));
        assertThat(link("{'capabilities':null}").capabilities()).isNull();
        assertThat(link("{'capabilities':[]}").capabilities()).isEmpty();
        assertThat(
                        link(
                                "{'app':'acme','capabilities':['resend'],"
                                        + "'return_url':'https://a.b',"
                                        + "'expires_in_seconds':60,'session_seconds':120}"))
                .isEqualTo(
                        new CreatePortalLink(
                                ADMIN,
                                "acme",
                                Set.of(Capability.RESEND),
                                "https://a.b",
                                60,
                                120,
                                null));
        assertThat(violations.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "{'capabilities':['fly']}       | capabilities missing  | -",
                "{'capabilities':'resend'}      | capabilities type     | -",
                "{'capabilities':['resend',1]}  | capabilities/1 type   | -",
                "{'expires_in_seconds':1.5}     | expires_in_seconds range | -",
                "{'session_seconds':'9','x':1}  | x unknown             | session_seconds range"
            })
    void refusesLinksThatCannotBeRead(String json, String first, @Nullable String second) {
        link(json);

        var expected = second == null ? List.of(first) : List.of(first, second);
        assertThat(InputJson.found(violations)).isEqualTo(expected);
    }

    @Test
    void tellsAbsentFromNullInALook() {
        assertThat(PortalInput.look(InputJson.of("{'accent':null,'product':'Acme'}"), violations))
                .isEqualTo(new ChangePortalLook(Update.to("Acme"), Update.reset(), Update.keep()));
        assertThat(violations.all()).isEmpty();

        PortalInput.look(InputJson.of("{'accent':1,'product':2,'colour':3}"), violations);
        assertThat(InputJson.found(violations))
                .containsExactly("colour unknown", "product type", "accent type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                         | 0",
                "{'embed_origins':null}                     | 0",
                "{'embed_origins':['https://a.example']}    | 1"
            })
    void readsOrigins(String json, int count) {
        assertThat(PortalInput.origins(APP, InputJson.of(json), violations).origins())
                .hasSize(count);
        assertThat(violations.all()).isEmpty();
    }

    @Test
    void refusesOriginsThatAreNoList() {
        PortalInput.origins(APP, InputJson.of("{'embed_origins':'https://a.example'}"), violations);

        assertThat(InputJson.found(violations)).containsExactly("embed_origins type");
    }
}
