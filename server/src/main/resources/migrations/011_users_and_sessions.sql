-- Users who sign in with a name and a password, and their sessions. A user can use both modes.
CREATE TABLE user_account (
    id                uuid        PRIMARY KEY,
    name              text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- The name in one case, for comparisons.
    name_key          text        NOT NULL UNIQUE,
    role              text        NOT NULL CHECK (role IN ('admin', 'operator', 'viewer')),
    -- A hash that includes its algorithm and parameters; NULL until the user has chosen a password.
    password          text,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    disabled_at       timestamptz,
    last_signed_in_at timestamptz
);

-- A session of the dashboard. Tokens have 256 random bits, and only hashes are stored. A session
-- belongs to an API key or a user, has their rights, and ends with them. The admin key of the
-- settings has no row; a mark derived from it identifies it, so that a new admin key ends the
-- sessions of the old one.
CREATE TABLE session (
    hash         bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    key_id       uuid        REFERENCES api_key (id),
    user_id    uuid        REFERENCES user_account (id) ON DELETE CASCADE,
    admin_mark   bytea       CHECK (octet_length(admin_mark) = 32),
    mode         text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- Opened by a link: the user may set a password without the old one.
    by_link      boolean     NOT NULL,
    created_at   timestamptz NOT NULL,
    -- Accurate to the minute.
    last_used_at timestamptz NOT NULL,
    CONSTRAINT session_has_one_owner CHECK (num_nonnulls(key_id, user_id, admin_mark) = 1)
);

CREATE INDEX session_by_user ON session (user_id) WHERE user_id IS NOT NULL;

-- A link that signs in once, with the rights of a key or as a user.
CREATE TABLE sign_in_link (
    hash       bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    key_id     uuid        REFERENCES api_key (id),
    user_id  uuid        REFERENCES user_account (id) ON DELETE CASCADE,
    admin_mark bytea       CHECK (octet_length(admin_mark) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT sign_in_link_has_one_owner CHECK (num_nonnulls(key_id, user_id, admin_mark) = 1)
);

-- Failed sign-ins, by a hash of the given name or of the client's address. Users sometimes type a
-- password into the name field, so the name itself is not stored.
CREATE TABLE sign_in_failure (
    subject  bytea       PRIMARY KEY CHECK (octet_length(subject) = 32),
    failures integer     NOT NULL CHECK (failures >= 0),
    last_at  timestamptz NOT NULL
);
