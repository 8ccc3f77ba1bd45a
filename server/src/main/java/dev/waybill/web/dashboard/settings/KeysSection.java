package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.web.api.ApiKeyWriter;
import dev.waybill.web.api.ApiKeyWriter.Made;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JteKeyMadeGenerated;
import dev.waybill.web.template.settings.JteKeysGenerated;
import dev.waybill.web.template.settings.JteNewKeyGenerated;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/settings/keys`: who may ask the API, and who no longer may. A key is shown on the answer to
/// the form that made it, and nowhere else.
public final class KeysSection {

    private static final int ROWS_MAX = 50;
    private static final String PATH = SettingsTab.KEYS.path();
    private static final String[] FIELDS = {"name", "role", "app", "mode", "expires_at"};

    private final ApiKeyWriter keys;
    private final AccessCache directory;

    public KeysSection(ApiKeyWriter keys, AccessCache directory) {
        this.keys = keys;
        this.directory = directory;
    }

    /// What the template shows.
    ///
    /// @param older where the list goes on; null at its end
    public record Listed(List<Row> rows, @Nullable String older, boolean isFirst) {}

    /// One key.
    ///
    /// @param app whose it is; empty for the platform's
    public record Row(String id, ApiKey key, String app, StatusBadge mark) {

        public boolean isOfUse() {
            return mark == StatusBadge.ACTIVE;
        }
    }

    /// A form to be filled in.
    ///
    /// @param once names this form, so that sending it twice makes one key
    public record EditForm(FormState form, String once) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.ADMINISTER, PATH, this::list),
                pages.page(
                        Right.ADMINISTER,
                        PATH + "/new",
                        visit -> form(visit, 200, new EditForm(blank(visit), FormToken.of(visit)))),
                pages.action(Right.ADMINISTER, PATH, this::create),
                pages.action(Right.ADMINISTER, PATH + "/{id}/revoke", this::revoke));
    }

    private Response list(Visit visit) {
        var before = visit.param("before").flatMap(IdKind.KEY::parse);
        var page =
                keys.page(
                        null,
                        visit.visitor().caller(),
                        before.orElse(DeliveryList.AFTER_ALL),
                        ROWS_MAX);
        var older =
                page.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.KEY.format(page.getLast().id()))
                                .toString();
        var rows = page.stream().map(key -> row(key, visit.now())).toList();
        var listed = new Listed(rows, older, before.isEmpty());
        var layout = SettingsTab.KEYS.layout(visit);
        return Pages.html(
                visit, Html.render(out -> JteKeysGenerated.render(out, null, layout, listed)));
    }

    private Row row(ApiKey key, Instant now) {
        return new Row(
                IdKind.KEY.format(key.id()),
                key,
                key.appId() == null ? "" : directory.uid(key.appId()),
                mark(key, now));
    }

    private static StatusBadge mark(ApiKey key, Instant now) {
        if (key.revokedAt() != null) {
            return StatusBadge.REVOKED;
        }
        return key.expiredAt(now) ? StatusBadge.EXPIRED : StatusBadge.ACTIVE;
    }

    /// Bound to an app, if the address names one.
    private static FormState blank(Visit visit) {
        return visit.param("app")
                .map(app -> FormState.EMPTY.and("role", "app").and("app", SafeText.text(app)))
                .orElse(FormState.EMPTY);
    }

    private static Response form(Visit visit, int status, EditForm asked) {
        var layout = SettingsTab.KEYS.layout(visit, "New API key");
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteNewKeyGenerated.render(out, null, layout, asked)));
    }

    private Response create(Visit visit, Form form) throws SQLException {
        var json = json(form);
        var once = FormToken.key(visit.request(), form, json.toString());
        try {
            var made = keys.create(json, visit.visitor().caller(), once, visit.act());
            return shown(visit, made);
        } catch (Problem refusal) {
            var filled = FormState.of(form, FIELDS).refused(refusal);
            return form(
                    visit,
                    refusal.type().status(),
                    new EditForm(filled, form.text(FormToken.FIELD)));
        }
    }

    private static ObjectNode json(Form form) {
        var json = JsonNodeFactory.instance.objectNode();
        for (var name : FIELDS) {
            var text = form.text(name);
            if (!text.isEmpty()) {
                json.put(name, text);
            }
        }
        // Browsers send the time that was chosen without an offset; the form says that it is UTC.
        var expiresAt = form.text("expires_at");
        if (expiresAt.matches("[0-9-]{10}T[0-9]{2}:[0-9]{2}")) {
            json.put("expires_at", expiresAt + ":00Z");
        }
        return json;
    }

    private Response shown(Visit visit, Made made) {
        var layout = SettingsTab.KEYS.layout(visit, "New API key");
        var row = row(made.key(), visit.now());
        return Pages.html(
                visit,
                Html.render(
                        out -> JteKeyMadeGenerated.render(out, null, layout, row, made.text())));
    }

    private Response revoke(Visit visit, Form form) throws SQLException {
        keys.revoke(visit.request().part("id"), visit.visitor().caller(), visit.act());
        return Pages.done(Link.to(PATH), Notice.REVOKED);
    }
}
