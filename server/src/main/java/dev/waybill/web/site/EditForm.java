package dev.waybill.web.site;

import dev.waybill.web.http.Form;
import org.jspecify.annotations.Nullable;

/// The form of an object that has a name: empty, filled in, or refused.
///
/// @param name the object that is changed; null for a new one
/// @param token identifies the form: see [FormToken]
public record EditForm(@Nullable String name, FormState form, String token) {

    /// The form as it is first shown.
    public static EditForm first(Visit visit, @Nullable String name, FormState form) {
        return new EditForm(name, form, FormToken.of(visit));
    }

    /// The form again, with its problems.
    public static EditForm again(Form sent, @Nullable String name, FormState refused) {
        return new EditForm(name, refused, sent.text(FormToken.FIELD));
    }
}
