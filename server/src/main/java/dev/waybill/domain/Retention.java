package dev.waybill.domain;

/// For how many days data is kept. An event is kept at least as long as its deliveries, attempts at
/// most as long, and an unresolved dead letter at least as long as other deliveries.
///
/// @param attempts of deliveries that have ended
/// @param deadLetters while they are unresolved
/// @param audit zero for forever
public record Retention(int events, int deliveries, int attempts, int deadLetters, int audit) {

    /// The database does not allow younger audit entries to be deleted.
    public static final int AUDIT_MIN = 31;

    public static final Retention DEFAULT = new Retention(30, 30, 30, 90, 730);

    public Retention {
        if (attempts < 1 || deliveries < attempts) {
            throw new IllegalArgumentException("deliveries outlive their attempts");
        }
        if (events < deliveries || deadLetters < deliveries) {
            throw new IllegalArgumentException("events and dead letters outlive deliveries");
        }
        if (audit != 0 && audit < AUDIT_MIN) {
            throw new IllegalArgumentException("the audit log is kept for a month at least");
        }
    }
}
