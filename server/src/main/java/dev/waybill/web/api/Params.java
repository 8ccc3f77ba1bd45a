package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.event.EventRules;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/// The query parameters of a list. An unknown parameter is refused: a filter with a typo must not
/// silently match everything.
public final class Params {

    static final int LIMIT_DEFAULT = 50;
    static final int LIMIT_MAX = 500;

    private final Request request;

    public Params(Request request, String... known) {
        this.request = request;
        var names = new TreeSet<>(Arrays.asList(known));
        for (var name : request.queryNames()) {
            if (!names.contains(name)) {
                throw Problem.at(
                        ProblemType.MALFORMED_QUERY,
                        name,
                        "There is no parameter "
                                + name
                                + " here; known parameters are "
                                + listed(names)
                                + ".");
            }
        }
    }

    public Optional<String> text(String name) {
        var text = request.query(name);
        // PostgreSQL does not accept NUL, and no filter needs other control characters.
        if (text.isPresent() && !PlainText.isLine(text.get())) {
            throw malformed(name, name + " must not contain control characters.");
        }
        return text;
    }

    public int limit() {
        var text = request.query("limit");
        if (text.isEmpty()) {
            return LIMIT_DEFAULT;
        }
        try {
            int limit = Integer.parseInt(text.get());
            if (limit >= 1 && limit <= LIMIT_MAX) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        throw malformed("limit", "limit must be a whole number from 1 to " + LIMIT_MAX + ".");
    }

    /// A time to live.
    public Optional<Duration> seconds(String name) {
        return request.query(name)
                .map(text -> {
                    if (text.matches("[0-9]{1,9}")) {
                        long seconds = Long.parseLong(text);
                        if (seconds >= 1 && seconds <= EventRules.TTL_SECONDS.max()) {
                            return Duration.ofSeconds(seconds);
                        }
                    }
                    throw malformed(
                            name,
                            name
                                    + " must be a whole number from 1 to "
                                    + EventRules.TTL_SECONDS.max()
                                    + ".");
                });
    }

    public <T> Optional<T> cursor(Cursor<T> list) {
        return request.query("cursor")
                .map(text ->
                        list.decode(text)
                                .orElseThrow(() ->
                                        malformed(
                                                "cursor",
                                                "This cursor is not valid for this list. Start"
                                                        + " again without it.")));
    }

    public Optional<Instant> time(String name) {
        return request.query(name).map(text -> parseTime(name, text));
    }

    public Optional<UUID> id(String name, IdKind kind) {
        return request.query(name)
                .map(text ->
                        kind.parse(text)
                                .orElseThrow(() ->
                                        malformed(
                                                name,
                                                name
                                                        + " must be an id that"
                                                        + " begins with "
                                                        + kind.prefix()
                                                        + ".")));
    }

    private static Instant parseTime(String name, String text) {
        return Timestamps.parse(text)
                .orElseThrow(() ->
                        malformed(
                                name,
                                name
                                        + " must be a time with an offset, such as"
                                        + " 2026-04-28T14:00:00Z."));
    }

    public static Problem malformed(String name, String detail) {
        return Problem.at(ProblemType.MALFORMED_QUERY, name, detail);
    }

    private static String listed(Set<String> names) {
        return String.join(", ", names);
    }
}
