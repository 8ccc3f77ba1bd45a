-- Who publishes and who receives, and the keys they show.

CREATE TABLE app (
    id         uuid        PRIMARY KEY,
    uid        text        NOT NULL UNIQUE CHECK (uid ~ '^[A-Za-z0-9_-]{1,64}$'),
    name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    created_at timestamptz NOT NULL
);

-- Exists from the start, so that a single-tenant user never meets the word "app".
INSERT INTO app (id, uid, name, created_at)
VALUES ('00000000-0000-7000-8000-000000000001', 'default', 'Default', now());

-- The platform's own: what happens to its customers' endpoints is an event of this app.
INSERT INTO app (id, uid, name, created_at)
VALUES ('00000000-0000-7000-8000-000000000002', 'platform', 'Platform', now());

-- Keys are kept only as hashes: they have 256 random bits, so a plain SHA-256 gives nothing away.
CREATE TABLE api_key (
    id         uuid        PRIMARY KEY,
    hash       bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    role       text        NOT NULL CHECK (role IN ('admin')),
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
);
