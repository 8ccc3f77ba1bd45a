-- People who sign in with a name and a password. They are good in both modes.
CREATE TABLE person (
    id                uuid        PRIMARY KEY,
    name              text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- The name without what people do not tell names apart by: its case.
    name_key          text        NOT NULL UNIQUE,
    role              text        NOT NULL CHECK (role IN ('admin', 'operator', 'viewer')),
    -- A hash that says how it was made; null until they have chosen a password.
    password          text,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    disabled_at       timestamptz,
    last_signed_in_at timestamptz
);

-- Somebody signed in to the pages. Tokens have 256 random bits and are kept only as hashes, like keys.
-- A session is its key's or its person's: it may what they may, and ends when they do. The key of the
-- settings has no row; a mark made from it stands for it, so that another key in the settings ends its
-- sessions.
CREATE TABLE session (
    hash         bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    key_id       uuid        REFERENCES api_key (id),
    person_id    uuid        REFERENCES person (id) ON DELETE CASCADE,
    admin_mark   bytea       CHECK (octet_length(admin_mark) = 32),
    mode         text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- Opened by a link: they may choose a password without knowing the old one.
    by_link      boolean     NOT NULL,
    created_at   timestamptz NOT NULL,
    -- To the minute.
    last_used_at timestamptz NOT NULL,
    CONSTRAINT a_session_has_one_holder CHECK (num_nonnulls(key_id, person_id, admin_mark) = 1)
);

CREATE INDEX session_by_person ON session (person_id) WHERE person_id IS NOT NULL;

-- A link that signs in once, with the rights of a key or as a person.
CREATE TABLE sign_in_link (
    hash       bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    key_id     uuid        REFERENCES api_key (id),
    person_id  uuid        REFERENCES person (id) ON DELETE CASCADE,
    admin_mark bytea       CHECK (octet_length(admin_mark) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT a_link_has_one_holder CHECK (num_nonnulls(key_id, person_id, admin_mark) = 1)
);

-- How often somebody failed to sign in, by a hash of the name they gave or of the address they came
-- from: people type passwords where a name is asked for, so the name itself is not kept.
CREATE TABLE sign_in_failure (
    subject  bytea       PRIMARY KEY CHECK (octet_length(subject) = 32),
    failures integer     NOT NULL CHECK (failures >= 0),
    last_at  timestamptz NOT NULL
);
