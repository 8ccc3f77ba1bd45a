package dev.waybill.domain.alert;

import java.util.Locale;
import java.util.Optional;

/// A part of the service that does no work.
public enum Stall {
    CAPTURE("Events are not captured although publishers wait."),
    DELIVERY("Deliveries to healthy endpoints are due and no attempt is made."),
    JOBS("A background job does not run."),
    /// An event, not a condition: it is noticed at once, however long conditions must last.
    RESTARTED("The thread of a background job died and was replaced. The log names the error."),
    PARTITIONS("The partitions of tomorrow are missing. Captures would fail after midnight UTC."),
    DISK("The disk of the embedded database is almost full."),
    CLOCK("The clock of a process differs from that of the database by more than 30 seconds.");

    private final String sentence;

    Stall(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    /// The name in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Stall> of(String code) {
        for (var stall : values()) {
            if (stall.code().equals(code)) {
                return Optional.of(stall);
            }
        }
        return Optional.empty();
    }
}
