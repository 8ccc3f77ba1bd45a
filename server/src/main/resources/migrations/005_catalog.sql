-- Retry policies and event types.

-- One revision of a policy. Rows never change, because deliveries refer to them. The key of a named
-- policy consists of its name, the routing version of the change and a digest; the key of an inline
-- policy is a digest. Built-in policies are in the program.
CREATE TABLE retry_policy_revision (
    key        text        PRIMARY KEY,
    -- JSON with all defaults filled in.
    spec       text        NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE retry_policy (
    name       text        PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
    -- JSON as it was given, without defaults.
    given      text        NOT NULL,
    revision   text        NOT NULL REFERENCES retry_policy_revision (key),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE TABLE event_type (
    name               text        PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 128),
    description        text        NOT NULL CHECK (length(description) <= 1000),
    -- Documentation for receivers: how to handle the event, and how often it occurs.
    guidance           text        NOT NULL CHECK (length(guidance) <= 10000),
    ttl_seconds        integer     CHECK (ttl_seconds > 0),
    -- A JSON pointer to an expiry in `data`.
    expires_at_pointer text        CHECK (length(expires_at_pointer) <= 500),
    max_attempts       smallint    CHECK (max_attempts > 0),
    -- The name of a policy, or an inline policy as JSON.
    retry_policy       text,
    -- JSON as it was given.
    schema             text,
    validate           boolean     NOT NULL,
    example            text,
    deprecated         boolean     NOT NULL,
    -- Not shown to customers.
    hidden             boolean     NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CONSTRAINT validation_requires_schema CHECK (NOT validate OR schema IS NOT NULL)
);
