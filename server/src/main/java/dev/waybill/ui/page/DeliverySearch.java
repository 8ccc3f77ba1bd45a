package dev.waybill.ui.page;

import dev.waybill.access.Directory;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Scope;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.query.DeliveryFilter;
import dev.waybill.ui.Link;
import dev.waybill.ui.Visit;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What the address of a list of deliveries asks for, in words and as a filter.
///
/// @param text what was typed into the search
/// @param range null where everything is meant that there is
/// @param before where the page goes on
public record DeliverySearch(
        String text,
        @Nullable DeliveryState state,
        @Nullable String reason,
        @Nullable String type,
        @Nullable String app,
        @Nullable UUID endpoint,
        @Nullable Integer code,
        @Nullable String cause,
        @Nullable String letter,
        @Nullable TimeRange range,
        @Nullable UUID before) {

    /// In the address: however old.
    public static final String ALL_TIME = "all";

    static DeliverySearch of(Visit visit) {
        var letter = visit.param("letter").filter(DeliveryFilter::isLetterWord).orElse(null);
        return new DeliverySearch(
                plain(visit, "q").orElse(""),
                visit.param("state").flatMap(DeliveryState::of).orElse(null),
                plain(visit, "reason").orElse(null),
                plain(visit, "type").orElse(null),
                plain(visit, "app").orElse(null),
                visit.param("endpoint").flatMap(IdKind.ENDPOINT::parse).orElse(null),
                visit.param("code")
                        .filter(code -> code.matches("[1-5][0-9]{2}"))
                        .map(Integer::valueOf)
                        .orElse(null),
                plain(visit, "cause").orElse(null),
                letter,
                range(visit, letter),
                visit.param("before").flatMap(IdKind.DELIVERY::parse).orElse(null));
    }

    /// PostgreSQL takes no NUL, and no filter has use for the others.
    private static Optional<String> plain(Visit visit, String name) {
        return visit.param(name).filter(text -> text.chars().noneMatch(Character::isISOControl));
    }

    /// Dead letters stay until they are settled, so that all of them are meant unless a time is.
    private static @Nullable TimeRange range(Visit visit, @Nullable String letter) {
        var word = visit.param("range");
        boolean all = word.map(ALL_TIME::equals).orElse(letter != null);
        return all ? null : TimeRange.of(word);
    }

    DeliveryFilter filter(Visit visit) {
        return new DeliveryFilter(
                state,
                reason,
                endpoint,
                type,
                code,
                range == null ? null : range.since(visit.now()),
                null,
                cause,
                letter);
    }

    /// Whose deliveries.
    Scope scope(Visit visit, Directory directory) throws SQLException {
        if (app == null) {
            return visit.scope();
        }
        var id =
                directory
                        .find(app)
                        .orElseThrow(() ->
                                Problem.of(ProblemType.NOT_FOUND, "There is no app " + app + "."));
        return new Scope(id, visit.scope().mode());
    }

    /// The plan of sending everything again that is listed; null where a plan cannot say it.
    @Nullable String replay() {
        boolean open = state != null && !state.isTerminal();
        boolean settled = DeliveryFilter.CLOSED.equals(letter);
        boolean accepted = code != null && (code < 300 || state == DeliveryState.DELIVERED);
        if (open || settled || accepted || !text.isEmpty() || (code != null && cause != null)) {
            return null;
        }
        return Link.to("/ui/replays/new")
                .with("plan", "yes")
                .with("endpoint", endpoint == null ? null : IdKind.ENDPOINT.format(endpoint))
                .with("app", app)
                .with("type", type)
                .with("state", replayedState())
                .with("reason", reason)
                .with("cause", code == null ? cause : code.toString())
                .with("range", range == null ? null : range.word())
                .toString();
    }

    /// A list without a state shows all of them; a replay without one is of dead letters. The last
    /// answer of what was delivered is another than its cause, the last that was none.
    private @Nullable String replayedState() {
        if (state != null) {
            return state.word();
        }
        if (letter != null) {
            return null;
        }
        return code == null ? ReplayWish.ENDED : ReplayWish.UNDELIVERED;
    }

    /// What narrows the list beyond what the form shows, each with how it is taken away.
    public List<Chip> chips(Link here, EndpointNames names) {
        var chips = new ArrayList<Chip>();
        if (endpoint != null) {
            chips.add(chip(here, "endpoint", "Endpoint " + names.of(endpoint).text()));
        }
        if (reason != null) {
            chips.add(chip(here, "reason", "Reason " + reason));
        }
        if (cause != null) {
            chips.add(chip(here, "cause", "Cause " + cause));
        }
        if (letter != null) {
            chips.add(
                    chip(
                            here,
                            "letter",
                            letter.equals(DeliveryFilter.ANY)
                                    ? "Dead letters"
                                    : "Dead letters, " + letter));
        }
        return chips;
    }

    /// A narrowing that can be taken away.
    public record Chip(String text, String without) {}

    private static Chip chip(Link here, String name, String text) {
        return new Chip(text, here.without(name).without("before").toString());
    }

    public boolean isNarrowed() {
        return !text.isEmpty()
                || state != null
                || reason != null
                || type != null
                || app != null
                || endpoint != null
                || code != null
                || cause != null
                || letter != null;
    }
}
