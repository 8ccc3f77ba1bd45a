package dev.waybill.web.site;

import dev.waybill.domain.command.PlainText;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.notifications.OwnerAddress;
import dev.waybill.feature.notifications.OwnerAddresses;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.text.MailMessages;
import dev.waybill.web.template.page.JteMailLinkGenerated;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/mail/confirm` and `/mail/unsubscribe`: the links in mails to owners. They need no sign-in, the
/// token in the address is enough. A GET changes nothing, because mail programs and scanners open
/// every link; a button does, or the mail program itself (RFC 8058).
public final class MailLinkPages {

    private static final int FORM_BYTES_MAX = 1024;
    private static final int TOKEN_LENGTH_MAX = 100;

    private final OwnerAddresses owners;
    private final Assets assets = Assets.portal();

    public MailLinkPages(OwnerAddresses owners) {
        this.owners = owners;
    }

    /// What the template shows.
    ///
    /// @param action the text of the button; null if there is nothing to do
    public record Shown(String title, String text, @Nullable String action) {}

    public List<Route> routes() {
        return List.of(
                Route.waiting("GET", "/mail/confirm", this::askConfirm),
                Route.waiting("POST", "/mail/confirm", this::confirm).taking(FORM_BYTES_MAX),
                Route.waiting("GET", "/mail/unsubscribe", this::askUnsubscribe),
                Route.waiting("POST", "/mail/unsubscribe", this::unsubscribe)
                        .taking(FORM_BYTES_MAX));
    }

    private Response askConfirm(Request request) {
        return known(request)
                .filter(OwnerAddress::mayConfirm)
                .map(owner ->
                        page(
                                request,
                                200,
                                new Shown(
                                        MailMessages.CONFIRM,
                                        MailMessages.confirm(owner.address()),
                                        MailMessages.CONFIRM_BUTTON)))
                .orElseGet(() -> unknown(request));
    }

    private Response confirm(Request request) {
        return owners.confirm(token(request), actor(request))
                .map(owner ->
                        page(
                                request,
                                200,
                                new Shown(
                                        MailMessages.CONFIRMED,
                                        MailMessages.confirmed(owner.address()),
                                        null)))
                .orElseGet(() -> unknown(request));
    }

    private Response askUnsubscribe(Request request) {
        return known(request)
                .map(owner ->
                        page(
                                request,
                                200,
                                new Shown(
                                        MailMessages.UNSUBSCRIBE,
                                        MailMessages.unsubscribe(owner.address()),
                                        MailMessages.UNSUBSCRIBE_BUTTON)))
                .orElseGet(() -> unknown(request));
    }

    /// Also called by mail programs, from another site and without a cookie.
    private Response unsubscribe(Request request) {
        return owners.unsubscribe(token(request), actor(request))
                .map(owner ->
                        page(
                                request,
                                200,
                                new Shown(
                                        MailMessages.UNSUBSCRIBED,
                                        MailMessages.unsubscribed(owner.address()),
                                        null)))
                .orElseGet(() -> unknown(request));
    }

    private Optional<OwnerAddress> known(Request request) {
        return owners.byToken(token(request));
    }

    private Response unknown(Request request) {
        return page(request, 404, new Shown(MailMessages.UNKNOWN, MailMessages.UNKNOWN_TEXT, null));
    }

    private Response page(Request request, int status, Shown shown) {
        var page =
                Html.render(out ->
                        JteMailLinkGenerated.render(
                                out, null, Theme.of(request), assets.files(), shown));
        return Html.response(request, status, page);
    }

    private static String token(Request request) {
        return request.query("token")
                .filter(text -> text.length() <= TOKEN_LENGTH_MAX && PlainText.isLine(text))
                .orElse("");
    }

    private static Actor actor(Request request) {
        return new Actor("owner", request.source(), request.id());
    }
}
