package dev.waybill.infra.postgres;

/// The rights of the role in the addresses of the embedded PostgreSQL.
public enum Privilege {

    /// Owns its database and nothing else. A statement injected by an attacker cannot read the
    /// server's files or run programs.
    ORDINARY,

    /// For benchmarks and tests, which create databases and change the server's settings.
    SUPERUSER
}
