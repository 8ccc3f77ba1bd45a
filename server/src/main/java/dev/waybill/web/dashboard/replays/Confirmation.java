package dev.waybill.web.dashboard.replays;

import dev.waybill.web.http.Form;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// The confirmation of a plan that concerns many deliveries. It repeats the number that was shown,
/// and has a reason; a large number has to be typed in.
///
/// @param planned the number that was shown
/// @param count the number that was typed in
public record Confirmation(String planned, String count, String why) {

    /// Larger numbers have to be typed in.
    public static final long TYPED_FROM = 1_000;

    static final Confirmation NONE = new Confirmation("", "", "");

    public static Confirmation of(Form form) {
        return new Confirmation(form.text("planned"), form.text("count"), form.text("why"));
    }

    boolean isGiven() {
        return !planned.isEmpty();
    }

    /// The sentences for what is missing.
    ///
    /// @param planField the field that a missing plan is reported at
    /// @param typeIn the request to type in a number
    public record Texts(
            String planField, String planFirst, Function<String, String> typeIn, String reason) {}

    /// The errors by field.
    public Map<String, String> faults(Texts texts) {
        var faults = new LinkedHashMap<String, String>();
        if (!planned.matches("[1-9][0-9]{0,8}")) {
            faults.put(texts.planField, texts.planFirst);
            return faults;
        }
        boolean isSame = count.replaceAll("[ ,.]", "").equals(planned);
        if (Long.parseLong(planned) > TYPED_FROM && !isSame) {
            faults.put("count", texts.typeIn.apply(planned));
        }
        if (why.isEmpty()) {
            faults.put("why", texts.reason);
        }
        return faults;
    }
}
