-- Events sent again by request, many at a time and at a pace.

CREATE TABLE replay (
    id          uuid        PRIMARY KEY,
    -- Whose it is: of a customer's endpoint, or of one app only; NULL for everybody's.
    app_id      uuid,
    mode        text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- Whether a customer started it, and not the platform: see ReplaySlots.
    by_customer boolean     NOT NULL,
    -- The endpoint it is of; NULL for one by filter.
    endpoint_id uuid,
    state       text        NOT NULL CHECK (state IN
                    ('planned', 'running', 'paused', 'done', 'cancelled')),
    -- What was asked for, and what that came to, as JSON.
    asked       text        NOT NULL,
    plan        text        NOT NULL,
    reason      text        NOT NULL CHECK (length(reason) <= 1000),
    actor       text        NOT NULL,
    -- The frozen set, and how far it is: made counts the items that were taken up, skipped those of
    -- them that could not be made; delivered and failed how the deliveries ended.
    total       bigint      NOT NULL CHECK (total >= 0),
    made        bigint      NOT NULL DEFAULT 0 CHECK (made BETWEEN 0 AND total),
    skipped     bigint      NOT NULL DEFAULT 0 CHECK (skipped >= 0),
    delivered   bigint      NOT NULL DEFAULT 0 CHECK (delivered >= 0),
    failed      bigint      NOT NULL DEFAULT 0 CHECK (failed >= 0),
    -- So many items are due at a time: paced_after and what the rate came to since.
    rate        float8      NOT NULL CHECK (rate > 0),
    paced_from  timestamptz NOT NULL,
    paced_after bigint      NOT NULL DEFAULT 0,
    start_at    timestamptz NOT NULL,
    -- Who has to be told has been: that it is planned, and, before anything is sent, that it starts.
    plan_told   boolean     NOT NULL DEFAULT false,
    start_told  boolean     NOT NULL DEFAULT false,
    -- One process is telling of it, and no other begins before this time.
    telling_until timestamptz,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    ended_at    timestamptz,
    CONSTRAINT no_more_ends_than_items CHECK (skipped + delivered + failed <= made)
);

-- Those that somebody still has to see to: few, however many there were.
CREATE INDEX replay_unfinished ON replay (id)
    WHERE ended_at IS NULL OR skipped + delivered + failed < made;
CREATE INDEX replay_by_age ON replay (ended_at) WHERE ended_at IS NOT NULL;

-- One event to one endpoint. The set does not change once it is written.
CREATE TABLE replay_item (
    replay_id   uuid   NOT NULL REFERENCES replay (id) ON DELETE CASCADE,
    -- From 1, in the order in which they are made.
    ordinal     bigint NOT NULL,
    event_id    uuid   NOT NULL,
    endpoint_id uuid   NOT NULL,
    -- The delivery that is repeated; NULL if there never was one.
    repeats     uuid,
    -- The delivery that was made, and how it ended.
    made_id     uuid,
    outcome     text   CHECK (outcome IN ('delivered', 'failed', 'skipped')),
    PRIMARY KEY (replay_id, ordinal)
);

-- Those whose end is not known yet.
CREATE INDEX replay_item_open ON replay_item (replay_id, ordinal)
    WHERE made_id IS NOT NULL AND outcome IS NULL;
