package dev.waybill.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.apps.CreateApp;
import dev.waybill.feature.keys.CreateKey;
import dev.waybill.feature.portal.ChangePortalLook;
import dev.waybill.feature.portal.CreatePortalLink;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON about apps, keys and the portal, read into commands.
class AccessInputsTest {

    private static final Caller ADMIN = new Caller("admin", Role.ADMIN, null, Mode.LIVE, true);
    private static final UUID APP = new UUID(0, 7);

    private final Violations violations = new Violations();

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private List<String> found() {
        return violations.all().stream()
                .map(one -> String.join("/", one.path()) + " " + one.code().code())
                .toList();
    }

    private CreateApp app(String json) {
        return AppInput.create(json(json), Mode.LIVE, null, violations);
    }

    private CreateKey key(String json) {
        return ApiKeyInput.create(json(json), ADMIN, null, violations);
    }

    private CreatePortalLink link(String json) {
        return PortalInput.link(json(json), ADMIN, null, violations);
    }

    @Test
    void readsApps() {
        assertThat(app("{'uid':'acme','name':'Acme'}"))
                .isEqualTo(new CreateApp("acme", "Acme", Mode.LIVE, null));
        assertThat(app("{'uid':null}")).isEqualTo(app("{}"));
        assertThat(AppInput.change(APP, json("{'name':'New'}"), violations).name())
                .isEqualTo("New");
        assertThat(violations.all()).isEmpty();

        var unread = app("{'uid':5,'name':['x'],'id':1}");
        assertThat(unread).isEqualTo(new CreateApp(null, null, Mode.LIVE, null));
        assertThat(found()).containsExactly("id unknown", "uid type", "name type");
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

        assertThat(found()).containsExactly(violation);
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
        assertThat(found()).isEqualTo(expected);
    }

    @Test
    void tellsAbsentFromNullInALook() {
        assertThat(PortalInput.look(json("{'accent':null,'product':'Acme'}"), violations))
                .isEqualTo(new ChangePortalLook(Update.to("Acme"), Update.reset(), Update.keep()));
        assertThat(violations.all()).isEmpty();

        PortalInput.look(json("{'accent':1,'product':2,'colour':3}"), violations);
        assertThat(found()).containsExactly("colour unknown", "product type", "accent type");
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
        assertThat(PortalInput.origins(APP, json(json), violations).origins()).hasSize(count);
        assertThat(violations.all()).isEmpty();
    }

    @Test
    void refusesOriginsThatAreNoList() {
        PortalInput.origins(APP, json("{'embed_origins':'https://a.example'}"), violations);

        assertThat(found()).containsExactly("embed_origins type");
    }
}
