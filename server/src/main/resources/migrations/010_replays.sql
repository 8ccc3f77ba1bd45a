-- Replays: many events sent again at a chosen rate.

CREATE TABLE replay (
    id          uuid        PRIMARY KEY,
    -- The app whose events are replayed; NULL for all apps.
    app_id      uuid,
    mode        text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- Whether a customer started it: see ReplaySlots.
    by_customer boolean     NOT NULL,
    -- The endpoint that is replayed to; NULL for a replay by filter.
    endpoint_id uuid,
    state       text        NOT NULL CHECK (state IN
                    ('planned', 'running', 'paused', 'done', 'cancelled')),
    -- The request and the resulting plan, as JSON.
    asked       text        NOT NULL,
    plan        text        NOT NULL,
    reason      text        NOT NULL CHECK (length(reason) <= 1000),
    actor       text        NOT NULL,
    -- The size of the frozen set, and the progress: `made` counts the items that were processed,
    -- `skipped` those without a new delivery, `delivered` and `failed` the ended deliveries.
    total       bigint      NOT NULL CHECK (total >= 0),
    made        bigint      NOT NULL DEFAULT 0 CHECK (made BETWEEN 0 AND total),
    skipped     bigint      NOT NULL DEFAULT 0 CHECK (skipped >= 0),
    delivered   bigint      NOT NULL DEFAULT 0 CHECK (delivered >= 0),
    failed      bigint      NOT NULL DEFAULT 0 CHECK (failed >= 0),
    -- The number of items due at a time is paced_after plus rate times the seconds since
    -- paced_from.
    rate        float8      NOT NULL CHECK (rate > 0),
    paced_from  timestamptz NOT NULL,
    paced_after bigint      NOT NULL DEFAULT 0,
    start_at    timestamptz NOT NULL,
    -- Whether the notifications were sent: that it is planned and, before the first delivery,
    -- started.
    plan_notified   boolean     NOT NULL DEFAULT false,
    start_notified  boolean     NOT NULL DEFAULT false,
    -- Whether the owners of its endpoints have their mails.
    owners_notified boolean     NOT NULL DEFAULT false,
    -- One process is notifying. No other process starts before this time.
    notifying_until timestamptz,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    ended_at    timestamptz,
    CONSTRAINT outcomes_do_not_exceed_made CHECK (skipped + delivered + failed <= made)
);

-- Replays that are not finished.
CREATE INDEX replay_unfinished ON replay (id)
    WHERE ended_at IS NULL OR skipped + delivered + failed < made;
CREATE INDEX replay_owners_unnotified ON replay (id) WHERE NOT owners_notified;
CREATE INDEX replay_by_age ON replay (ended_at) WHERE ended_at IS NOT NULL;

-- One event for one endpoint. The set of items never changes.
CREATE TABLE replay_item (
    replay_id   uuid   NOT NULL REFERENCES replay (id) ON DELETE CASCADE,
    -- From 1, in the order of creation.
    ordinal     bigint NOT NULL,
    event_id    uuid   NOT NULL,
    endpoint_id uuid   NOT NULL,
    -- The delivery that is repeated; NULL if there is none.
    repeats     uuid,
    -- The new delivery and its result.
    made_id     uuid,
    outcome     text   CHECK (outcome IN ('delivered', 'failed', 'skipped')),
    PRIMARY KEY (replay_id, ordinal)
);

-- Items whose delivery has not ended.
CREATE INDEX replay_item_open ON replay_item (replay_id, ordinal)
    WHERE made_id IS NOT NULL AND outcome IS NULL;
