package dev.waybill.web.api.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.apps.CreateApp;
import dev.waybill.web.api.InputJson;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// JSON about apps, read into commands.
class AppInputTest {

    private static final UUID APP = new UUID(0, 7);

    private final Violations violations = new Violations();

    private CreateApp app(String json) {
        return AppInput.create(InputJson.of(json), Mode.LIVE, null, violations);
    }

    @Test
    void readsApps() {
        assertThat(app("{'uid':'acme','name':'Acme'}"))
                .isEqualTo(new CreateApp("acme", "Acme", Mode.LIVE, null));
        assertThat(app("{'uid':null}")).isEqualTo(app("{}"));
        assertThat(AppInput.change(APP, InputJson.of("{'name':'New'}"), violations).name())
                .isEqualTo("New");
        assertThat(violations.all()).isEmpty();

        var unread = app("{'uid':5,'name':['x'],'id':1}");
        assertThat(unread).isEqualTo(new CreateApp(null, null, Mode.LIVE, null));
        assertThat(InputJson.found(violations))
                .containsExactly("id unknown", "uid type", "name type");
    }
}
