package dev.waybill.infra.postgres;

/// Where the database is and how to log in. Prints itself without the password.
public record DatabaseAddress(
        String host, int port, String database, String user, String password) {

    /// Without user and password: these are passed beside it, so that no log shows them.
    public String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(host, port, database);
    }

    @Override
    public String toString() {
        return "postgresql://%s@%s:%d/%s".formatted(user, host, port, database);
    }
}
