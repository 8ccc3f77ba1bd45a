package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Cause;
import java.util.Optional;
import java.util.regex.Pattern;

/// One cause, or the statuses of a class such as `5xx`.
public sealed interface CauseSelector {

    /// The value in the API.
    String code();

    /// Exactly this cause.
    record One(Cause cause) implements CauseSelector {

        @Override
        public String code() {
            return cause.code();
        }
    }

    /// Every status with this first digit.
    record StatusClass(int digit) implements CauseSelector {

        @Override
        public String code() {
            return digit + "xx";
        }
    }

    Pattern CLASS = Pattern.compile("[1-9]xx");

    static Optional<CauseSelector> of(String code) {
        return CLASS.matcher(code).matches()
                ? Optional.of(new StatusClass(Character.digit(code.charAt(0), 10)))
                : Cause.of(code).map(One::new);
    }
}
