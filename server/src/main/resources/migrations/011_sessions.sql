-- People signed in to the pages. Tokens have 256 random bits and are kept only as hashes, like keys.

-- A session is its key's: it may what the key may, and ends when the key does. The key of the settings
-- has no row; a mark made from it stands for it, so that another key in the settings ends its sessions.
CREATE TABLE session (
    hash         bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    key_id       uuid        REFERENCES api_key (id),
    admin_mark   bytea       CHECK (octet_length(admin_mark) = 32),
    mode         text        NOT NULL CHECK (mode IN ('live', 'test')),
    created_at   timestamptz NOT NULL,
    -- To the minute.
    last_used_at timestamptz NOT NULL,
    CONSTRAINT a_session_is_of_one_key CHECK ((key_id IS NULL) <> (admin_mark IS NULL))
);

-- A link that signs in once, with the rights of a key.
CREATE TABLE sign_in_link (
    hash       bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    key_id     uuid        REFERENCES api_key (id),
    admin_mark bytea       CHECK (octet_length(admin_mark) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT a_link_is_of_one_key CHECK ((key_id IS NULL) <> (admin_mark IS NULL))
);
