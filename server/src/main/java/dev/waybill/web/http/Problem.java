package dev.waybill.web.http;

import dev.waybill.domain.command.Violation;
import java.io.Serial;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A problem that the caller can act on, shown as RFC 9457 describes. Thrown at the edge, and
/// turned into an answer in one place.
public final class Problem extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /// Characters of a path or method that are repeated in a sentence.
    private static final int QUOTED_MAX = 200;

    private final ProblemType type;
    private final @Nullable String field;
    private final @Nullable Duration retryAfter;
    private final @Nullable String allowed;
    private final List<Detail> errors;

    /// One of several errors, each with its own place.
    ///
    /// @param code the kind of violation
    public record Detail(String pointer, String code, String detail) {}

    private Problem(
            ProblemType type,
            String detail,
            @Nullable String field,
            @Nullable Duration retryAfter,
            @Nullable String allowed,
            List<Detail> errors) {
        // Problems are part of normal traffic, and filling the stack trace is the expensive part.
        super(detail, null, false, false);
        this.type = type;
        this.field = field;
        this.retryAfter = retryAfter;
        this.allowed = allowed;
        this.errors = List.copyOf(errors);
    }

    public static Problem of(ProblemType type, String detail) {
        return new Problem(type, detail, null, null, null, List.of());
    }

    static Problem timeout(String detail) {
        return of(ProblemType.REQUEST_TIMEOUT, detail);
    }

    /// A problem with one field.
    ///
    /// @param pointer the offending field, as a JSON pointer
    public static Problem at(ProblemType type, String pointer, String detail) {
        return new Problem(type, detail, pointer, null, null, List.of());
    }

    public static Problem invalid(String pointer, String detail) {
        return at(ProblemType.INVALID, pointer, detail);
    }

    /// Every violation of a command, named as the API names its fields. The first one is used where
    /// only one can be shown.
    public static Problem invalid(List<Violation> violations) {
        var first = violations.getFirst();
        int others = violations.size() - 1;
        var detail = first.detail(first.field());
        return invalid(
                first.code() == Violation.Code.UNKNOWN
                        ? ProblemType.UNKNOWN_FIELD
                        : ProblemType.INVALID,
                others == 0 ? detail : detail + " And " + others + " more, listed in errors.",
                violations);
    }

    /// The same with another type, or with a more precise detail than the first violation.
    public static Problem invalid(ProblemType type, String detail, List<Violation> violations) {
        return new Problem(
                type,
                detail,
                pointer(violations.getFirst()),
                null,
                null,
                violations.stream()
                        .map(one ->
                                new Detail(
                                        pointer(one), one.code().code(), one.detail(one.field())))
                        .toList());
    }

    private static String pointer(Violation violation) {
        return violation.fullPath().stream()
                .map(name -> "/" + name.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    public static Problem unavailable(String detail) {
        return new Problem(
                ProblemType.UNAVAILABLE, detail, null, Duration.ofSeconds(1), null, List.of());
    }

    /// Too fast.
    ///
    /// @param wait how long the caller should wait; sent in whole seconds, rounded up
    public static Problem rateLimited(String detail, Duration wait) {
        var seconds = Duration.ofSeconds(wait.plusNanos(999_999_999).toSeconds());
        return new Problem(ProblemType.RATE_LIMITED, detail, null, seconds, null, List.of());
    }

    static Problem tooLarge(int bytesMax) {
        return of(
                ProblemType.TOO_LARGE, "The body must not be larger than " + bytesMax + " bytes.");
    }

    /// A path that takes other methods, which the answer must name (RFC 9110, 15.5.6).
    static Problem methodNotAllowed(String allowed, String asked) {
        var detail = "This path supports " + allowed + ", not " + clipped(asked) + ".";
        return new Problem(ProblemType.METHOD_NOT_ALLOWED, detail, null, null, allowed, List.of());
    }

    /// A path that never existed.
    public static Problem nothingAt(String path) {
        return of(ProblemType.NOT_FOUND, "There is no " + clipped(path) + " here.");
    }

    /// A refused request is not charged for memory, so that it must not hold a long text.
    private static String clipped(String text) {
        return text.length() <= QUOTED_MAX ? text : text.substring(0, QUOTED_MAX) + "…";
    }

    public ProblemType type() {
        return type;
    }

    /// A sentence that a user can act on.
    public String detail() {
        return String.valueOf(getMessage());
    }

    public @Nullable String field() {
        return field;
    }

    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    public List<Detail> errors() {
        return errors;
    }

    @Nullable String allowed() {
        return allowed;
    }

    /// The same for a field at a deeper place: batches name the item.
    public Problem under(String prefix) {
        return new Problem(
                type,
                detail(),
                field == null ? prefix : prefix + field,
                retryAfter,
                allowed,
                errors.stream()
                        .map(error ->
                                new Detail(prefix + error.pointer(), error.code(), error.detail()))
                        .toList());
    }
}
