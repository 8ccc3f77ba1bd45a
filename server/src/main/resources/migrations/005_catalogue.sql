-- What the platform has laid down about its events.

-- A policy as it was at a time. A row is never changed, because deliveries name it for life: a policy
-- that people made by its name, the routing version of the change and a digest, one that was written
-- inline by a digest alone. Built-in policies are in the program.
CREATE TABLE retry_policy_revision (
    key        text        PRIMARY KEY,
    -- JSON, with everything filled in.
    spec       text        NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE retry_policy (
    name       text        PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
    -- JSON as people wrote it, without what was filled in.
    given      text        NOT NULL,
    revision   text        NOT NULL REFERENCES retry_policy_revision (key),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE TABLE event_type (
    name               text        PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 128),
    description        text        NOT NULL CHECK (length(description) <= 1000),
    -- For those who receive it, in their own words: what to do, how often it comes.
    guidance           text        NOT NULL CHECK (length(guidance) <= 10000),
    ttl_seconds        integer     CHECK (ttl_seconds > 0),
    -- A JSON pointer into `data`, for upstreams that carry their own expiry.
    expires_at_pointer text        CHECK (length(expires_at_pointer) <= 500),
    max_attempts       smallint    CHECK (max_attempts > 0),
    -- A policy's name, or one written out as JSON.
    retry_policy       text,
    -- JSON as people wrote it.
    schema             text,
    validate           boolean     NOT NULL,
    example            text,
    deprecated         boolean     NOT NULL,
    -- Customers are not told of it.
    hidden             boolean     NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CONSTRAINT a_check_needs_a_schema CHECK (NOT validate OR schema IS NOT NULL)
);
