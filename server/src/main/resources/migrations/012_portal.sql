-- The customer portal.

-- A link that signs a customer in once, and the resulting session. Both secrets have 256 random
-- bits, and only hashes are stored.
CREATE TABLE portal_link (
    id              uuid        PRIMARY KEY,
    app_id          uuid        NOT NULL REFERENCES app (id),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    code_hash       bytea       NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
    -- The customer's capabilities in addition to reading.
    capabilities    text[]      NOT NULL,
    -- The URL to which the customer returns.
    return_url      text        CHECK (length(return_url) <= 2000),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    session_seconds integer     NOT NULL CHECK (session_seconds > 0),
    used_at         timestamptz,
    session_hash    bytea       UNIQUE CHECK (octet_length(session_hash) = 32),
    session_ends_at timestamptz,
    revoked_at      timestamptz,
    -- The creator, as for a session. A link ends with its creator, so that links made with a leaked
    -- key stop working when the key is revoked.
    key_id          uuid        REFERENCES api_key (id),
    user_id       uuid        REFERENCES user_account (id) ON DELETE CASCADE,
    admin_mark      bytea       CHECK (octet_length(admin_mark) = 32),
    CONSTRAINT portal_link_has_one_creator CHECK (num_nonnulls(key_id, user_id, admin_mark) = 1),
    CONSTRAINT session_requires_used_link
        CHECK ((used_at IS NULL) = (session_hash IS NULL)
               AND (used_at IS NULL) = (session_ends_at IS NULL))
);

CREATE INDEX portal_link_by_app ON portal_link (app_id, id);
-- For deleting expired links.
CREATE INDEX portal_link_by_expiry ON portal_link (expires_at);

CREATE INDEX portal_link_by_user ON portal_link (user_id) WHERE user_id IS NOT NULL;

-- When the creator of a link ends: the key is revoked or expires, or the user is disabled.
CREATE FUNCTION creator_ends_at(key_id uuid, user_id uuid) RETURNS timestamptz
    LANGUAGE sql STABLE
    AS $$
        SELECT LEAST(
            (SELECT LEAST(api_key.revoked_at, api_key.expires_at) FROM api_key WHERE api_key.id = $1),
            (SELECT user_account.disabled_at FROM user_account WHERE user_account.id = $2))
    $$;

-- One row: the branding of the portal.
CREATE TABLE portal_branding (
    single     boolean     PRIMARY KEY DEFAULT true CHECK (single),
    product    text        NOT NULL CHECK (length(product) <= 100),
    accent     text        CHECK (accent ~ '^#[0-9a-f]{6}$'),
    return_url text        CHECK (length(return_url) <= 2000),
    updated_at timestamptz NOT NULL
);

INSERT INTO portal_branding (product, updated_at) VALUES ('', now());

-- The origins that may embed an app's portal in a frame. Without a row there are none.
CREATE TABLE portal_embed (
    app_id     uuid        PRIMARY KEY REFERENCES app (id),
    origins    text[]      NOT NULL,
    updated_at timestamptz NOT NULL
);
