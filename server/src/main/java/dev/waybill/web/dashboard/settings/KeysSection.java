package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.keys.CreateKey;
import dev.waybill.feature.keys.KeyRules;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.keys.KeyService.Created;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
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
import dev.waybill.web.text.ApiKeyText;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/ui/settings/keys`: API keys, active and revoked. A key is shown only in the answer to the form
/// that created it.
public final class KeysSection {

    private static final int ROWS_MAX = 50;
    private static final String PATH = SettingsTab.KEYS.path();
    private static final String[] FIELDS = {"name", "role", "app", "mode", "expires_at"};

    /// How the form names its fields.
    private static final Map<String, String> TITLES =
            Map.of(
                    "name",
                    "The name",
                    "role",
                    "The role",
                    "app",
                    "The app",
                    "mode",
                    "The mode",
                    "expires_at",
                    "The expiry");

    private static final Choice<Instant> EXPIRES_AT =
            new Choice<>(KeysSection::time, "a time such as 2026-04-28T14:00");

    private final KeyService keys;
    private final AccessCache accessCache;

    public KeysSection(KeyService keys, AccessCache accessCache) {
        this.keys = keys;
        this.accessCache = accessCache;
    }

    /// The values that the template shows.
    ///
    /// @param older where the list goes on; null at its end
    public record Listed(List<Row> rows, @Nullable String older, boolean isFirst) {}

    /// One key.
    ///
    /// @param app whose it is; empty for the platform's
    public record Row(String id, ApiKey key, String app, StatusBadge badge) {

        public boolean isOfUse() {
            return badge == StatusBadge.ACTIVE;
        }
    }

    /// A form to be filled in.
    ///
    /// @param token identifies the form, so that sending it twice creates one key
    public record EditForm(FormState form, String token) {}

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
                key.appId() == null ? "" : accessCache.uid(key.appId()),
                badge(key, now));
    }

    private static StatusBadge badge(ApiKey key, Instant now) {
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

    /// Browsers send the chosen time without an offset; the form states that it is UTC.
    private static Optional<Instant> time(String text) {
        boolean local = text.matches("[0-9-]{10}T[0-9]{2}:[0-9]{2}");
        return Timestamps.parse(local ? text + ":00Z" : text);
    }

    private static Response form(Visit visit, int status, EditForm asked) {
        var layout = SettingsTab.KEYS.layout(visit, "New API key");
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteNewKeyGenerated.render(out, null, layout, asked)));
    }

    private Response create(Visit visit, Form form) throws SQLException {
        var input = new FormInput(form, new Violations());
        var command = command(input, visit);
        var filled = FormState.of(form, FIELDS);
        return switch (keys.create(command, input.violations(), visit.actor())) {
            case Created.Done(var key, var text) -> shown(visit, key, text);
            case Created.Repeated(var key) -> shown(visit, key, null);
            case Created.Invalid(var all) -> refused(visit, 422, form, filled.refused(all, TITLES));
            case Created.OtherMode(var own) ->
                    refused(visit, 403, form, filled.withProblem(ApiKeyText.otherMode(own)));
            case Created.TooMany(var max) ->
                    refused(visit, 409, form, filled.withProblem(ApiKeyText.tooMany(max)));
            case Created.KeyReused _ ->
                    refused(visit, 409, form, filled.withProblem(Notice.RELOAD_FORM));
        };
    }

    private static CreateKey command(FormInput input, Visit visit) {
        return new CreateKey(
                visit.visitor().caller(),
                input.choice("role", KeyRules.ROLE).orNull(),
                input.text("app").orNull(),
                input.choice("mode", KeyRules.MODE).orNull(),
                input.text("name").value().orElse(""),
                input.choice("expires_at", EXPIRES_AT).orNull(),
                FormToken.key(visit.request(), input.form()));
    }

    private static Response refused(Visit visit, int status, Form form, FormState refused) {
        return form(visit, status, new EditForm(refused, form.text(FormToken.FIELD)));
    }

    private Response shown(Visit visit, ApiKey key, @Nullable String text) {
        var layout = SettingsTab.KEYS.layout(visit, "New API key");
        var row = row(key, visit.now());
        return Pages.html(
                visit,
                Html.render(out -> JteKeyMadeGenerated.render(out, null, layout, row, text)));
    }

    private Response revoke(Visit visit, Form form) throws SQLException {
        var id = visit.request().part("id");
        if (!keys.revoke(id, visit.visitor().caller(), visit.actor())) {
            throw ApiKeyText.notFound(SafeText.text(id));
        }
        return Pages.done(Link.to(PATH), Notice.REVOKED);
    }
}
