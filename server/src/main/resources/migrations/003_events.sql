-- What producers published.

-- Ids are UUIDv7, so a range of ids is a range of time: partitions are days, look-ups by id touch
-- one of them, and forgetting a day is dropping a table.
CREATE TABLE event (
    id           uuid        PRIMARY KEY,
    app_id       uuid        NOT NULL,
    mode         text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- The id the producer gave, if it gave one; it is then the event's id for everybody.
    own_id       text        CHECK (own_id ~ '^[A-Za-z0-9_-]{1,64}$'),
    type         text        NOT NULL CHECK (length(type) BETWEEN 1 AND 128),
    -- The producer's bytes, never re-encoded.
    data         bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    ordering_key text        CHECK (length(ordering_key) BETWEEN 1 AND 255),
    sequence     bigint      CHECK (sequence > 0),
    traceparent  text,
    CHECK ((ordering_key IS NULL) = (sequence IS NULL))
) PARTITION BY RANGE (id);

CREATE INDEX event_by_app ON event (app_id, mode, id);
-- All apps' live events are read by the primary key; among them, those of the test mode are few.
CREATE INDEX event_test ON event (id) WHERE mode = 'test';

-- A partitioned table cannot promise that anything but its key is unique, so what makes a publish
-- idempotent has a table of its own: the producer's event id, or the Idempotency-Key of a request.
CREATE TABLE publish_key (
    app_id      uuid        NOT NULL,
    mode        text        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('event_id', 'idempotency_key')),
    key         text        NOT NULL,
    -- Place in the batch that the Idempotency-Key came with; zero otherwise.
    ordinal     integer     NOT NULL,
    -- SHA-256 of what was asked, to tell a repetition from a clash.
    fingerprint bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
    event_id    uuid        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (app_id, mode, kind, key, ordinal)
);

-- For forgetting the oldest: each kind has its own time.
CREATE INDEX publish_key_by_age ON publish_key (kind, created_at);

-- The last sequence number given out for an ordering key.
CREATE TABLE ordering_key (
    app_id   uuid   NOT NULL,
    mode     text   NOT NULL,
    key      text   NOT NULL,
    sequence bigint NOT NULL CHECK (sequence > 0),
    PRIMARY KEY (app_id, mode, key)
) WITH (fillfactor = 70);

-- Requests other than publishes that carried an Idempotency-Key, and what they made.
CREATE TABLE idempotency_key (
    app_id      uuid        NOT NULL,
    mode        text        NOT NULL,
    key         text        NOT NULL,
    fingerprint bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
    object_id   uuid        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (app_id, mode, key)
);

CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);
