package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.alerts.RuleService;
import dev.waybill.feature.alerts.RuleSetting;
import dev.waybill.feature.notifications.ChangeChannel;
import dev.waybill.feature.notifications.Channel;
import dev.waybill.feature.notifications.ChannelKind;
import dev.waybill.feature.notifications.ChannelRules;
import dev.waybill.feature.notifications.Channels;
import dev.waybill.feature.notifications.Channels.Changed;
import dev.waybill.feature.notifications.Channels.Created;
import dev.waybill.feature.notifications.CreateChannel;
import dev.waybill.feature.notifications.MailSettings;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormProblem;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JteNewChannelGenerated;
import dev.waybill.web.template.settings.JteNotificationsGenerated;
import dev.waybill.web.text.AlertText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/// `/ui/settings/notifications`: the channels, and the rules of alerts.
public final class ChannelsSection {

    static final String PATH = SettingsTab.NOTIFICATIONS.path();
    private static final String CHANNELS = PATH + "/channels";

    private static final Map<String, String> TITLES =
            Map.of(
                    "kind",
                    "The kind",
                    "name",
                    "The name",
                    "severity",
                    "The severity",
                    "addresses",
                    "The addresses",
                    "url",
                    "The URL",
                    "routing_key",
                    "The integration key");

    private final Channels channels;
    private final RuleService rules;
    private final boolean mailIsSet;

    ChannelsSection(Channels channels, RuleService rules, MailSettings mail) {
        this.channels = channels;
        this.rules = rules;
        this.mailIsSet = mail.server() != null;
    }

    /// What the template shows.
    ///
    /// @param mailIsSet whether a mail server is set
    public record Listed(List<Row> rows, Collection<RuleSetting> rules, boolean mailIsSet) {}

    /// One channel.
    public record Row(String id, Channel channel, StatusBadge badge) {

        public String href() {
            return CHANNELS + "/" + id;
        }

        /// Where messages go, without secrets.
        public String target() {
            var target = channel.target();
            return target.host() != null ? target.host() : String.join(", ", target.addresses());
        }
    }

    /// A form to be filled in.
    ///
    /// @param once names this form, so that sending it twice makes one channel
    public record EditForm(FormState form, String once) {}

    List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.SUPERVISE, PATH, this::list),
                pages.page(
                        Right.ADMINISTER_SHARED,
                        CHANNELS + "/new",
                        visit ->
                                form(
                                        visit,
                                        200,
                                        new EditForm(FormState.EMPTY, FormToken.of(visit)))),
                pages.action(Right.ADMINISTER_SHARED, CHANNELS, this::create),
                pages.action(Right.ADMINISTER_SHARED, CHANNELS + "/{id}/test", this::test),
                pages.action(
                        Right.ADMINISTER_SHARED,
                        CHANNELS + "/{id}/pause",
                        (visit, _) -> pause(visit, true, Notice.CHANNEL_PAUSED)),
                pages.action(
                        Right.ADMINISTER_SHARED,
                        CHANNELS + "/{id}/resume",
                        (visit, _) -> pause(visit, false, Notice.CHANNEL_RESUMED)),
                pages.action(Right.ADMINISTER_SHARED, CHANNELS + "/{id}/delete", this::delete));
    }

    private Response list(Visit visit) {
        var rows = channels.list().stream().map(ChannelsSection::row).toList();
        var listed = new Listed(rows, rules.all().values(), mailIsSet);
        var layout = SettingsTab.NOTIFICATIONS.layout(visit);
        return Pages.html(
                visit,
                Html.render(out -> JteNotificationsGenerated.render(out, null, layout, listed)));
    }

    private static Row row(Channel channel) {
        var badge = channel.health().isFailing() ? StatusBadge.FAILING : StatusBadge.ACTIVE;
        return new Row(
                IdKind.CHANNEL.format(channel.id()),
                channel,
                channel.paused() ? StatusBadge.PAUSED : badge);
    }

    private static Response form(Visit visit, int status, EditForm asked) {
        var layout = SettingsTab.NOTIFICATIONS.layout(visit, "New channel");
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteNewChannelGenerated.render(out, null, layout, asked)));
    }

    private Response create(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var command =
                new CreateChannel(
                        input.choice("kind", ChannelKind.CHOICE).orNull(),
                        input.text("name").orNull(),
                        input.choice("severity", ChannelRules.SEVERITY),
                        addresses(form.text("addresses")),
                        input.text("url").orNull(),
                        input.text("routing_key").orNull(),
                        FormToken.key(visit.request(), form));
        // A secret is not sent back.
        var filled = FormState.of(form, "kind", "name", "severity", "addresses");
        return switch (channels.create(command, input.violations(), visit.actor())) {
            case Created.Done _, Created.Repeated _ ->
                    Pages.done(Link.to(PATH), Notice.CHANNEL_CREATED);
            case Created.Invalid(var all) ->
                    refused(
                            visit,
                            422,
                            form,
                            filled.and("url", "").and("routing_key", "").refused(all, TITLES));
            case Created.TooMany(var max) ->
                    refused(visit, 409, form, filled.withProblem(AlertText.tooManyChannels(max)));
            case Created.KeyReused _ ->
                    refused(visit, 409, form, filled.withProblem(Notice.RELOAD_FORM));
        };
    }

    private static List<String> addresses(String text) {
        return Stream.of(text.split("[,\\s]+", -1)).filter(one -> !one.isEmpty()).toList();
    }

    private static Response refused(Visit visit, int status, Form form, FormState refused) {
        return form(visit, status, new EditForm(refused, form.text(FormToken.FIELD)));
    }

    private Response test(Visit visit, Form form) {
        if (!channels.test(id(visit), visit.actor())) {
            throw notFound(visit);
        }
        return Pages.done(Link.to(PATH), Notice.CHANNEL_TESTED);
    }

    private Response pause(Visit visit, boolean paused, Notice notice) {
        var command =
                new ChangeChannel(
                        id(visit), Update.keep(), Update.keep(), Update.keep(), Update.to(paused));
        return switch (channels.change(command, new Violations(), visit.actor())) {
            case Changed.Done _ -> Pages.done(Link.to(PATH), notice);
            case Changed.Invalid(var all) -> throw FormProblem.of(all, TITLES);
            case Changed.NotFound _ -> throw notFound(visit);
        };
    }

    private Response delete(Visit visit, Form form) {
        if (!channels.delete(id(visit), visit.actor())) {
            throw notFound(visit);
        }
        return Pages.done(Link.to(PATH), Notice.CHANNEL_DELETED);
    }

    private static UUID id(Visit visit) {
        return IdKind.CHANNEL.parse(visit.request().part("id")).orElseThrow(() -> notFound(visit));
    }

    private static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                AlertText.channelNotFound(SafeText.text(visit.request().part("id"))));
    }
}
