package dev.waybill.domain;

/// For how many days things are kept. An event is kept at least as long as its deliveries, attempts
/// at most as long, and a dead letter that nobody has closed at least as long as the others.
///
/// @param attempts of deliveries that are over
/// @param deadLetters as long as they are open
/// @param audit zero for ever
public record Retention(int events, int deliveries, int attempts, int deadLetters, int audit) {

    /// The database lets no younger line of the audit log go.
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
