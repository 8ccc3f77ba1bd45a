-- Events, and the keys that make publishing idempotent and ordered.

-- The timeline of the server. A promotion starts a new one. It is part of the name of the current
-- WAL file.
CREATE FUNCTION wal_timeline() RETURNS bigint LANGUAGE sql VOLATILE
RETURN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;

-- One row that keeps the places of the feed ascending. Transaction ids belong to a server: a
-- database that is restored on another server starts with lower ids. FeedShift then raises the
-- shift above every place that was assigned before.
CREATE TABLE feed (
    single            boolean PRIMARY KEY DEFAULT true CHECK (single),
    shift             bigint  NOT NULL CHECK (shift >= 0),
    -- The server that the shift was chosen for.
    system_identifier bigint  NOT NULL
);

INSERT INTO feed (shift, system_identifier)
SELECT 0, system_identifier
  FROM pg_control_system();

-- The number that is added to a transaction id to get a place in the feed. A promoted server may
-- lack the last transactions of its predecessor and reuse their ids; its higher timeline places
-- them later. 44 bits are enough for 10,000 transactions a second for fifty years.
CREATE VIEW feed_base AS
SELECT shift + (wal_timeline() << 44) AS base
  FROM feed;

CREATE FUNCTION next_feed_place() RETURNS bigint LANGUAGE sql VOLATILE
RETURN (SELECT base + pg_current_xact_id()::text::bigint FROM feed_base);

-- A statement reads the CHECK constraints of the tables that it writes to from their stored text each
-- time it runs, which costs much when it writes a single row. Conditions on one column of `event`,
-- `delivery` and `attempt` therefore belong to domains, which a session reads once.
CREATE DOMAIN event_mode AS text CHECK (VALUE IN ('live', 'test'));
CREATE DOMAIN event_own_id AS text CHECK (VALUE ~ '^[A-Za-z0-9_-]{1,64}$');
CREATE DOMAIN event_type_name AS text CHECK (length(VALUE) BETWEEN 1 AND 128);
CREATE DOMAIN event_expires_by AS text CHECK (VALUE IN ('event', 'pointer', 'type'));
CREATE DOMAIN event_ordering_key AS text CHECK (length(VALUE) BETWEEN 1 AND 255);
CREATE DOMAIN event_sequence AS bigint CHECK (VALUE > 0);

-- Ids are UUIDv7, so a range of ids is a range of time. Each partition holds one day, a look-up by
-- id touches one partition, and deleting a day drops a table.
CREATE TABLE event (
    id           uuid        PRIMARY KEY,
    app_id       uuid        NOT NULL,
    -- The place in the feed, from the id of the capturing transaction. Neither event ids nor times
    -- are in commit order. Places below the oldest running transaction are final. A capture
    -- computes the place once for all its events.
    feed_place   bigint      NOT NULL DEFAULT next_feed_place(),
    mode         event_mode  NOT NULL,
    -- The id that the producer gave, if any. It is then the public id of the event.
    own_id       event_own_id,
    type         event_type_name NOT NULL,
    -- The producer's bytes, unchanged.
    data         bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    -- The source of the expiry: the request, a pointer into the data, or the TTL of the type.
    expires_by   event_expires_by,
    ordering_key event_ordering_key,
    sequence     event_sequence,
    traceparent  text,
    CHECK ((ordering_key IS NULL) = (sequence IS NULL)),
    CHECK (expires_by IS NULL OR expires_at IS NOT NULL)
) PARTITION BY RANGE (id);

-- The first index serves the feed of all live events and of the default app. New entries go to its
-- end. The other two hold test events and events of other apps, which may be few among many. They
-- are empty on an installation without apps.
CREATE INDEX event_feed ON event (feed_place, id);
CREATE INDEX event_feed_of_other_apps ON event (app_id, mode, feed_place, id)
    WHERE mode = 'test' OR NOT is_default_app(app_id);
CREATE INDEX event_feed_test ON event (feed_place, id)
    WHERE mode = 'test';

-- A partitioned table can enforce uniqueness of its partition key only, so the keys that make a
-- publish idempotent have a table of their own: the producer's event id, or the Idempotency-Key of
-- a request.
CREATE TABLE publish_key (
    app_id      uuid        NOT NULL,
    mode        text        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('event_id', 'idempotency_key')),
    key         text        NOT NULL,
    -- The position in the batch of the Idempotency-Key; zero otherwise.
    ordinal     integer     NOT NULL,
    -- SHA-256 of the request, to distinguish a repetition from a conflict.
    fingerprint bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
    event_id    uuid        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (app_id, mode, kind, key, ordinal)
);

-- For deleting old keys. Each kind has its own retention.
CREATE INDEX publish_key_by_age ON publish_key (kind, created_at);

-- The last sequence number of each ordering key. A key that is unused for the retention time of its
-- events is deleted.
CREATE TABLE ordering_key (
    app_id   uuid   NOT NULL,
    mode     text   NOT NULL,
    key      text   NOT NULL,
    sequence bigint NOT NULL CHECK (sequence > 0),
    -- The day, in UTC, of the last number. It has no index because it changes with every publish.
    used_on  date   NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    PRIMARY KEY (app_id, mode, key)
) WITH (fillfactor = 70);

-- The highest number of all deleted keys. New keys start above it, so that the numbers of a key
-- that comes back never decrease and waiting deliveries keep their order.
CREATE TABLE ordering_floor (
    app_id   uuid   NOT NULL,
    mode     text   NOT NULL,
    sequence bigint NOT NULL CHECK (sequence > 0),
    PRIMARY KEY (app_id, mode)
);

-- Requests other than publishes that carried an Idempotency-Key, and the objects they created.
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
