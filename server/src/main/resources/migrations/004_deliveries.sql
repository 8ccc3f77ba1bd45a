-- One event to one endpoint, over its whole life.

-- Whether a delivery that ended with this reason is a dead letter, as in the class Reason. The planner
-- inlines these two functions, so that queries and partial indexes that use them match.
CREATE FUNCTION is_dead_letter(reason text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN reason IN ('permanent', 'exhausted', 'gone', 'blocked', 'endpoint_disabled', 'deadline');

-- Whether it is a dead letter that nobody has resolved.
CREATE FUNCTION is_open_dead_letter(reason text, resolved_at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN resolved_at IS NULL AND is_dead_letter(reason);

-- Most rows are written twice: inserted in flight, settled as delivered. That update must be HOT
-- (touch no index), so no index names or tests a column it changes: `pending` rows are found by
-- `next_attempt_at`, which only they have; rows in flight are found through `lease`. Half of each
-- page is left free, because a page's rows are usually settled by one statement.
CREATE TABLE delivery (
    id               uuid        PRIMARY KEY,
    app_id           uuid        NOT NULL,
    mode             text        NOT NULL CHECK (mode IN ('live', 'test')),
    event_id         uuid        NOT NULL,
    event_type       text        NOT NULL,
    endpoint_id      uuid        NOT NULL,
    state            text        NOT NULL CHECK (state IN
                         ('pending', 'in_flight', 'delivered', 'failed', 'expired', 'cancelled')),
    reason           text,
    attempts         smallint    NOT NULL CHECK (attempts >= 0),
    refusals         smallint    NOT NULL CHECK (refusals BETWEEN 0 AND attempts),
    -- The coming attempt was pulled in before the end; none follows it.
    closing          boolean     NOT NULL,
    -- It was made again by request, and its envelope says so.
    replayed         boolean     NOT NULL DEFAULT false,
    -- What it is tried by, for life: a name that never changes its meaning (see 005_catalogue.sql).
    retry_policy     text        NOT NULL,
    -- Where its event type allows fewer attempts than the policy.
    attempts_max     smallint    CHECK (attempts_max > 0),
    first_attempt_at timestamptz,
    next_attempt_at  timestamptz,
    give_up_at       timestamptz NOT NULL,
    -- How many milliseconds its endpoint had been paused in all when `give_up_at` was reckoned;
    -- NULL for none, which costs nothing. What it was paused for since is added by the claim.
    pause_mark       bigint,
    expires_at       timestamptz,
    lease            uuid,
    -- The ordered lane it stands in while it is open, and where. The lane is its ordering key, or
    -- the empty text, which no key can be, for all deliveries of a strict endpoint.
    lane             text        COLLATE "C",
    lane_sequence    bigint,
    -- The delivery it repeats; NULL for an event that never had one.
    replay_of        uuid,
    -- The result of the last failed attempt: a status, or the kind of failure (see `Cause`).
    cause            text        CHECK (
                         cause IN ('dns', 'connect', 'tls', 'timeout', 'reset', 'protocol', 'expiry',
                                   'blocked', 'event_gone')
                         OR cause ~ '^[1-9][0-9]{2}$'),
    -- When this dead letter was settled: see `letter_note`.
    letter_closed_at timestamptz,
    updated_at       timestamptz NOT NULL,

    -- Or waits for those before it in its lane, which nobody has tried to deliver yet.
    CONSTRAINT pending_is_due_some_time
        CHECK (CASE state
            WHEN 'pending' THEN next_attempt_at IS NOT NULL OR (lane IS NOT NULL AND attempts = 0)
            ELSE next_attempt_at IS NULL
        END),
    CONSTRAINT only_what_is_open_stands_in_a_lane
        CHECK (lane IS NULL OR (lane_sequence IS NOT NULL AND state IN ('pending', 'in_flight'))),
    CONSTRAINT in_flight_is_leased
        CHECK ((state = 'in_flight') = (lease IS NOT NULL)),
    CONSTRAINT delivered_was_attempted
        CHECK (state <> 'delivered' OR attempts > 0),
    CONSTRAINT attempted_has_a_first_attempt
        CHECK ((attempts > 0) = (first_attempt_at IS NOT NULL)),
    CONSTRAINT never_due_after_the_expiry
        CHECK (expires_at IS NULL OR next_attempt_at IS NULL OR next_attempt_at <= expires_at),
    -- COALESCE, because a check lets NULL pass, and NULL IN (…) is NULL.
    CONSTRAINT reason_fits_state CHECK (
        CASE state
            WHEN 'failed'
            THEN COALESCE(reason, '') IN (
                'permanent', 'exhausted', 'gone', 'blocked', 'endpoint_disabled')
            WHEN 'expired'
            THEN COALESCE(reason, '') IN ('ttl', 'deadline')
            WHEN 'cancelled'
            THEN COALESCE(reason, '') IN ('cancelled', 'endpoint_deleted')
            ELSE reason IS NULL
        END),
    CONSTRAINT a_repeat_says_so
        CHECK (replay_of IS NULL OR replayed),
    CONSTRAINT only_a_dead_letter_is_closed
        CHECK (letter_closed_at IS NULL OR is_dead_letter(reason) IS TRUE)
) PARTITION BY RANGE (id);

-- What the claimer walks: a million rows waiting for one endpoint are one entry's distance from
-- the next endpoint's.
CREATE INDEX delivery_due ON delivery (endpoint_id, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL;

-- What fell due in the last seconds, whoever it waits for: what the claimer looks at twice a second.
CREATE INDEX delivery_falls_due ON delivery (next_attempt_at)
    INCLUDE (endpoint_id, retry_policy)
    WHERE next_attempt_at IS NOT NULL;

-- The first entry of a lane is its head, the only one that may be attempted. Most rows never stand
-- in a lane, and those that did leave it when they end.
CREATE INDEX delivery_lane ON delivery (endpoint_id, lane, lane_sequence)
    WHERE lane IS NOT NULL;
-- What may go stale while it waits: nobody claims what is paused, parked or behind others.
CREATE INDEX delivery_expiring ON delivery (expires_at)
    WHERE expires_at IS NOT NULL AND (next_attempt_at IS NOT NULL OR lane IS NOT NULL);
-- What does not wait for a breaker, among a million rows that do.
CREATE INDEX delivery_urgent ON delivery (endpoint_id, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL AND retry_policy IN ('brief', 'short');
CREATE INDEX delivery_by_event ON delivery (event_id);
CREATE INDEX delivery_by_endpoint ON delivery (endpoint_id, id);
-- Those with an attempt that failed, among a multitude that went well.
CREATE INDEX delivery_troubled ON delivery (endpoint_id, id) WHERE cause IS NOT NULL;

-- For lists of what is rare among a multitude (DeliveryWay). Ordinary deliveries are in none of them
-- and pay nothing: the first two hold what waits or ended otherwise than delivered, of one app or of
-- all; the others what is not of the default app's live mode, whose list is read by the primary key.
CREATE INDEX delivery_undelivered ON delivery (app_id, mode, id)
    WHERE reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL;
CREATE INDEX delivery_undelivered_of_all ON delivery (mode, id)
    WHERE reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL;
CREATE INDEX delivery_apart ON delivery (app_id, mode, id)
    WHERE mode = 'test' OR NOT is_default_app(app_id);
CREATE INDEX delivery_test ON delivery (id)
    WHERE mode = 'test';

-- Dead letters that nobody has settled, of all and of one endpoint, with what they are grouped by: so
-- their pages need not be looked at where vacuum has been.
CREATE INDEX delivery_letter ON delivery (mode, id)
    INCLUDE (app_id, endpoint_id, event_type, reason, cause)
    WHERE is_open_dead_letter(reason, letter_closed_at);
CREATE INDEX delivery_letter_by_endpoint ON delivery (endpoint_id, id)
    INCLUDE (app_id, mode, event_type, reason, cause)
    WHERE is_open_dead_letter(reason, letter_closed_at);

-- What was sent again, by what it repeats, whose dead letter it may settle.
CREATE INDEX delivery_repeating ON delivery (replay_of)
    WHERE replayed;

-- When a delivery's time runs out, as people are shown it. The clock of one that waits stands still
-- while its endpoint is paused; whoever claims it writes that down, until then it is reckoned here.
CREATE FUNCTION gives_up_at(
    waits_for uuid, delivery_state text, give_up_at timestamptz, pause_mark bigint)
RETURNS timestamptz
LANGUAGE sql STABLE
RETURN CASE WHEN delivery_state <> 'pending'
            THEN give_up_at
            ELSE give_up_at + COALESCE((
                     SELECT GREATEST(
                                make_interval(secs => (paused_ms - COALESCE(pause_mark, 0)) / 1000.0)
                                    + CASE WHEN state = 'paused'
                                           THEN clock_timestamp() - state_since
                                           ELSE interval '0' END,
                                interval '0')
                       FROM endpoint
                      WHERE id = waits_for), interval '0')
       END;

-- One HTTP try. Lives and goes with its delivery's day.
CREATE TABLE attempt (
    delivery_id      uuid        NOT NULL,
    attempt          smallint    NOT NULL CHECK (attempt > 0),
    id               uuid        NOT NULL,
    started_at       timestamptz NOT NULL,
    duration_ms      integer     NOT NULL CHECK (duration_ms >= 0),
    outcome          text        NOT NULL CHECK (outcome IN ('succeeded', 'failed')),
    status           smallint,
    -- Why there is no response (see `Fault`), and what exactly failed, for operators.
    fault            text        CHECK (fault IN (
                         'dns', 'connect_refused', 'connect_timeout', 'connect_other', 'tls_expired',
                         'tls_untrusted', 'tls_name', 'tls_other', 'timeout_first_byte',
                         'timeout_total', 'reset', 'not_http', 'too_large', 'expiry', 'blocked',
                         'not_storable')),
    fault_detail     text        CHECK (length(fault_detail) <= 200),
    -- Of an answer that refused, a line for each; most do not, and pay nothing.
    response_headers bytea       CHECK (octet_length(response_headers) <= 2048),
    -- As it came: an answer may hold any byte, and a NUL in a text would fail its whole batch.
    response_excerpt bytea       CHECK (octet_length(response_excerpt) <= 512),
    url              text        NOT NULL,
    signature        text        NOT NULL,
    PRIMARY KEY (delivery_id, attempt),
    CHECK ((outcome = 'succeeded') = (status BETWEEN 200 AND 299 AND status IS NOT NULL)),
    CONSTRAINT attempt_has_status_or_fault CHECK ((status IS NULL) = (fault IS NOT NULL)),
    CONSTRAINT detail_belongs_to_fault CHECK (fault_detail IS NULL OR fault IS NOT NULL)
) PARTITION BY RANGE (delivery_id);

-- A running Waybill process. Its leases hold while `alive_until` lies ahead.
CREATE TABLE process (
    id          uuid        PRIMARY KEY,
    started_at  timestamptz NOT NULL,
    alive_until timestamptz NOT NULL
);

-- The one process that sends to an endpoint, where more would be too many: see the rate limit. It
-- lasts while the process is alive.
CREATE TABLE custody (
    endpoint_id uuid PRIMARY KEY,
    process_id  uuid NOT NULL
);

-- Each process looks regularly whether it still has what it took.
CREATE INDEX custody_by_process ON custody (process_id);

-- The right of one process to attempt some deliveries, taken for a whole batch at once. Finding a
-- dead process's deliveries needs this row and no index on the deliveries themselves.
CREATE TABLE lease (
    token        uuid        PRIMARY KEY,
    process_id   uuid        NOT NULL,
    delivery_ids uuid[]      NOT NULL CHECK (cardinality(delivery_ids) > 0),
    taken_at     timestamptz NOT NULL,
    -- A promoted server may lack settlements under leases of the one before. These are not ended by the
    -- last settlement, but by the Rescuer, who looks at every delivery.
    timeline     bigint      NOT NULL DEFAULT wal_timeline()
);

-- A process looks at its own leases, and from one holder to the next, not at everybody's.
CREATE INDEX lease_by_process ON lease (process_id, taken_at, token);

-- The last place given out in the lane of a strict endpoint. Locked by a capture until it commits,
-- so that places become visible in order.
CREATE TABLE strict_sequence (
    endpoint_id uuid   PRIMARY KEY,
    sequence    bigint NOT NULL CHECK (sequence > 0)
) WITH (fillfactor = 70);

-- Lanes that stopped after a dead letter and wait for somebody to release them.
CREATE TABLE lane_hold (
    endpoint_id uuid        NOT NULL,
    lane        text        COLLATE "C" NOT NULL,
    delivery_id uuid        NOT NULL,
    reason      text        NOT NULL CHECK (is_dead_letter(reason)),
    held_at     timestamptz NOT NULL,
    PRIMARY KEY (endpoint_id, lane)
);

-- When an endpoint was last sent something again, or a test, by a person's request, at most as often as
-- they may ask. One row for each, so that all processes count together.
CREATE TABLE send_window (
    endpoint_id uuid          NOT NULL,
    kind        text          NOT NULL CHECK (kind IN ('resend', 'test')),
    times       timestamptz[] NOT NULL,
    PRIMARY KEY (endpoint_id, kind)
) WITH (fillfactor = 50);
