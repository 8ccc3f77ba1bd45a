package dev.waybill.web.text;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.apps.AppRegister.Deletion;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.UUID;

/// Sentences about apps.
public final class AppText {

    public static final String KEEPS_UID = "The uid of this built-in app cannot be changed.";

    private AppText() {}

    public static String taken(String uid) {
        return "There is an app " + uid + " already.";
    }

    public static String tooMany(int max) {
        return "There are " + max + " apps, the maximum.";
    }

    public static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no app " + name + ".");
    }

    /// Why an app was not deleted.
    public static Problem problem(Deletion deletion, UUID id) {
        return switch (deletion) {
            case UNKNOWN -> notFound(IdKind.APP.format(id));
            case IN_USE ->
                    Problem.of(
                            ProblemType.CONFLICT,
                            "The app still has endpoints, live or test. Delete them first.");
            case BUILT_IN ->
                    Problem.of(ProblemType.CONFLICT, "This built-in app cannot be deleted.");
            case DELETED -> throw new IllegalArgumentException("the app was deleted");
        };
    }
}
