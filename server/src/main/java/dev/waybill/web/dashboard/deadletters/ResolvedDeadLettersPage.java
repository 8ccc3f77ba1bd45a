package dev.waybill.web.dashboard.deadletters;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deadletters.DeadLetterQuery;
import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Icon;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.ListPage;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.text.DeadLetterMessages;
import dev.waybill.web.template.page.JteResolvedDeadLettersGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/dlq/settled`: resolved dead letters, with the kind, actor and reason of the resolution.
public final class ResolvedDeadLettersPage {

    private static final int ROWS_MAX = 50;

    private static final DeliveryFilter CLOSED = DeliveryFilter.deadLetters(DeliveryFilter.CLOSED);

    private final DeliveryList list;
    private final DeadLetterQuery notes;
    private final EndpointNames names;

    ResolvedDeadLettersPage(DeliveryList list, DeadLetterQuery notes, EndpointNames names) {
        this.list = list;
        this.notes = notes;
        this.names = names;
    }

    /// The values that the template shows.
    ///
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(List<Row> rows, @Nullable String older, @Nullable String newest)
            implements ListPage {

        @Override
        public boolean isNarrowed() {
            return false;
        }

        @Override
        public @Nullable Period period() {
            return null;
        }
    }

    /// A dead letter that is resolved.
    ///
    /// @param note null for the moment in which it is opened again
    /// @param by the resend that resolved it; null if a user did
    public record Row(
            String id,
            String eventType,
            EndpointNames.Named endpoint,
            @Nullable DeadLetterNote note,
            @Nullable String by) {

        private boolean isSuperseded() {
            return note != null && note.kind().equals(DeadLetterNote.SUPERSEDED);
        }

        /// The class by which the stylesheet colours it.
        public String tone() {
            if (by == null) {
                return "";
            }
            return isSuperseded() ? "tone-failed" : "tone-delivered";
        }

        public Icon icon() {
            return by == null ? Icon.CHECK : Icon.LOOP;
        }

        /// Names the redelivery that resolved it.
        public String byText() {
            return isSuperseded() ? DeadLetterMessages.BY_FAILURE : DeadLetterMessages.BY_SUCCESS;
        }

        public @Nullable String byHref() {
            return by == null ? null : Section.DELIVERIES.path() + "/" + by;
        }

        /// The reason that was given; null if there is none.
        public @Nullable String reason() {
            return note == null ? null : note.note();
        }

        public String title() {
            return eventType + " to " + endpoint.text();
        }

        public String href() {
            return Section.DELIVERIES.path() + "/" + id;
        }

        /// The id of the form in the page.
        public String dialog() {
            return "reopen-" + id;
        }

        /// False if another dead letter has replaced it.
        public boolean isReopenable() {
            return note != null && !isSuperseded();
        }

        /// How it was resolved, as text.
        public String how() {
            return note == null ? DeadLetterMessages.RESOLVED : Format.title(note.kind());
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, "/ui/dlq/settled", this::show));
    }

    private Response show(Visit visit) {
        var before = visit.param("before").flatMap(IdKind.DELIVERY::parse);
        var page =
                list.page(visit.scope(), CLOSED, before.orElse(DeliveryList.AFTER_ALL), ROWS_MAX);
        var said = notes.lastNotes(page.rows().stream().map(DeliveryView::id).toList());
        var listed =
                new Listed(
                        page.rows().stream().map(row -> row(row, said.get(row.id()))).toList(),
                        page.last() == null
                                ? null
                                : visit.here()
                                        .with("before", IdKind.DELIVERY.format(page.last()))
                                        .toString(),
                        before.isEmpty() ? null : visit.here().without("before").toString());
        var layout =
                visit.layout(
                        "Resolved dead letters",
                        Section.LETTERS,
                        new Layout.Crumb(Section.LETTERS.title(), Section.LETTERS.path()));
        return Pages.html(
                visit,
                Html.render(
                        out -> JteResolvedDeadLettersGenerated.render(out, null, layout, listed)));
    }

    private Row row(DeliveryView letter, @Nullable DeadLetterNote note) {
        var by = note == null ? null : note.byDelivery();
        return new Row(
                IdKind.DELIVERY.format(letter.id()),
                letter.event().type(),
                names.of(letter.endpointId()),
                note,
                by == null ? null : IdKind.DELIVERY.format(by));
    }
}
