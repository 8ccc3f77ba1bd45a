package dev.waybill.web.text;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;

/// Sentences about API keys.
public final class ApiKeyText {

    private ApiKeyText() {}

    public static String otherMode(Mode own) {
        return "This key acts in " + own.code() + " mode only.";
    }

    public static String tooMany(int max) {
        return "There are " + max + " keys, the maximum. Revoke some.";
    }

    public static Problem notFound(String id) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no key " + id + "; a key's id begins with " + IdKind.KEY.prefix() + ".");
    }
}
