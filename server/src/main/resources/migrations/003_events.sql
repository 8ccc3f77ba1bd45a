-- What producers published.

-- Which life of the server this is: a promotion begins a new one, from its first transaction on. It is
-- part of the name of the log's current file.
CREATE FUNCTION wal_timeline() RETURNS bigint LANGUAGE sql VOLATILE
RETURN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;

-- One row: what keeps the places of the feed ascending for ever. Transactions are numbered by the
-- server they run on, so a database that was restored on another one begins again with lower numbers;
-- then the shift is raised above everything that was given out before (FeedShift).
CREATE TABLE feed (
    single            boolean PRIMARY KEY DEFAULT true CHECK (single),
    shift             bigint  NOT NULL CHECK (shift >= 0),
    -- Which server the shift was chosen for.
    system_identifier bigint  NOT NULL
);

INSERT INTO feed (shift, system_identifier)
SELECT 0, system_identifier
  FROM pg_control_system();

-- What is added to the number of a transaction to make its place in the feed. A server that was promoted
-- may lack the last transactions of the one before and then numbers others like them; its timeline puts
-- them behind. 44 bits are enough for ten thousand transactions a second for fifty years.
CREATE VIEW feed_base AS
SELECT shift + (wal_timeline() << 44) AS base
  FROM feed;

CREATE FUNCTION next_feed_place() RETURNS bigint LANGUAGE sql VOLATILE
RETURN (SELECT base + pg_current_xact_id()::text::bigint FROM feed_base);

-- Ids are UUIDv7, so a range of ids is a range of time: partitions are days, look-ups by id touch
-- one of them, and forgetting a day is dropping a table.
CREATE TABLE event (
    id           uuid        PRIMARY KEY,
    app_id       uuid        NOT NULL,
    -- Where it stands in the feed: by the number of the transaction that captured it. Neither ids nor
    -- times are the order of commits; below the oldest transaction under way, this one is final. A
    -- capture computes it once for all its events.
    feed_place   bigint      NOT NULL DEFAULT next_feed_place(),
    mode         text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- The id the producer gave, if it gave one; it is then the event's id for everybody.
    own_id       text        CHECK (own_id ~ '^[A-Za-z0-9_-]{1,64}$'),
    type         text        NOT NULL CHECK (length(type) BETWEEN 1 AND 128),
    -- The producer's bytes, never re-encoded.
    data         bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    -- What set the expiry: the publish, a pointer into the data, or the TTL of the type.
    expires_by   text        CHECK (expires_by IN ('event', 'pointer', 'type')),
    ordering_key text        CHECK (length(ordering_key) BETWEEN 1 AND 255),
    sequence     bigint      CHECK (sequence > 0),
    traceparent  text,
    CHECK ((ordering_key IS NULL) = (sequence IS NULL)),
    CHECK (expires_by IS NULL OR expires_at IS NOT NULL)
) PARTITION BY RANGE (id);

-- The feed of everybody's live events, and of the default app's: new entries go to its end. The
-- others hold what may be few among many; a platform without apps has nothing in them.
CREATE INDEX event_feed ON event (feed_place, id);
CREATE INDEX event_feed_apart ON event (app_id, mode, feed_place, id)
    WHERE mode = 'test' OR NOT is_default_app(app_id);
CREATE INDEX event_feed_test ON event (feed_place, id)
    WHERE mode = 'test';

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

-- The last sequence number given out for an ordering key. A key that was not used for as long as its
-- events are kept is forgotten.
CREATE TABLE ordering_key (
    app_id   uuid   NOT NULL,
    mode     text   NOT NULL,
    key      text   NOT NULL,
    sequence bigint NOT NULL CHECK (sequence > 0),
    -- The day, in UTC, of the last number. No index: it changes with every publish.
    used_on  date   NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    PRIMARY KEY (app_id, mode, key)
) WITH (fillfactor = 70);

-- The highest number of all keys that were forgotten. Keys that are new, or come again, begin above it:
-- the numbers of a key never go back, and what still waits in a lane stays before what follows it.
CREATE TABLE ordering_floor (
    app_id   uuid   NOT NULL,
    mode     text   NOT NULL,
    sequence bigint NOT NULL CHECK (sequence > 0),
    PRIMARY KEY (app_id, mode)
);

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
