package dev.waybill.infra.postgres;

/// The rights of the role that addresses of the embedded PostgreSQL name.
public enum Privilege {

    /// Owns its database and nothing else. A statement that an attacker smuggles in cannot read the
    /// server's files or run programs.
    ORDINARY,

    /// For benchmarks and tests, which create databases and change the server's settings.
    SUPERUSER
}
