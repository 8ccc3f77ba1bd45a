-- Customers at the portal.

-- A link that lets a customer in once, and the session that it became. Both secrets have 256 random
-- bits and are kept only as hashes.
CREATE TABLE portal_link (
    id              uuid        PRIMARY KEY,
    app_id          uuid        NOT NULL REFERENCES app (id),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    code_hash       bytea       NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
    -- What the customer may do beside looking.
    capabilities    text[]      NOT NULL,
    -- Where the platform would have the customer back.
    return_url      text        CHECK (length(return_url) <= 2000),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    session_seconds integer     NOT NULL CHECK (session_seconds > 0),
    used_at         timestamptz,
    session_hash    bytea       UNIQUE CHECK (octet_length(session_hash) = 32),
    session_ends_at timestamptz,
    revoked_at      timestamptz,
    -- Who made it, as for a session of the dashboard. It ends with them: whoever had a key that leaked
    -- must not stay in by the links they made with it.
    key_id          uuid        REFERENCES api_key (id),
    person_id       uuid        REFERENCES person (id) ON DELETE CASCADE,
    admin_mark      bytea       CHECK (octet_length(admin_mark) = 32),
    CONSTRAINT a_link_has_one_maker CHECK (num_nonnulls(key_id, person_id, admin_mark) = 1),
    CONSTRAINT a_session_is_of_a_used_link
        CHECK ((used_at IS NULL) = (session_hash IS NULL)
               AND (used_at IS NULL) = (session_ends_at IS NULL))
);

CREATE INDEX portal_link_by_app ON portal_link (app_id, id);
-- What is over is deleted from this end.
CREATE INDEX portal_link_by_expiry ON portal_link (expires_at);

CREATE INDEX portal_link_by_person ON portal_link (person_id) WHERE person_id IS NOT NULL;

-- When whoever made a link ends, or has ended: their key is revoked or expires, or they are disabled.
CREATE FUNCTION maker_ends_at(key_id uuid, person_id uuid) RETURNS timestamptz
    LANGUAGE sql STABLE
    AS $$
        SELECT LEAST(
            (SELECT LEAST(api_key.revoked_at, api_key.expires_at) FROM api_key WHERE api_key.id = $1),
            (SELECT person.disabled_at FROM person WHERE person.id = $2))
    $$;

-- One row: how the portal looks to all customers.
CREATE TABLE portal_look (
    single     boolean     PRIMARY KEY DEFAULT true CHECK (single),
    product    text        NOT NULL CHECK (length(product) <= 100),
    accent     text        CHECK (accent ~ '^#[0-9a-f]{6}$'),
    return_url text        CHECK (length(return_url) <= 2000),
    updated_at timestamptz NOT NULL
);

INSERT INTO portal_look (product, updated_at) VALUES ('', now());

-- The platform's pages that may show an app's portal in a frame, as origins; none without a row.
CREATE TABLE portal_embed (
    app_id     uuid        PRIMARY KEY REFERENCES app (id),
    origins    text[]      NOT NULL,
    updated_at timestamptz NOT NULL
);
