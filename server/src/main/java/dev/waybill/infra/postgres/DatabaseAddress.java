package dev.waybill.infra.postgres;

/// The address of the database, with user and password. Its text omits the password.
public record DatabaseAddress(
        String host, int port, String database, String user, String password) {

    /// Without user and password, which are passed separately, so that no log shows them.
    public String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(host, port, database);
    }

    @Override
    public String toString() {
        return "postgresql://%s@%s:%d/%s".formatted(user, host, port, database);
    }
}
