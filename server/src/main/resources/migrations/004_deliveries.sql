-- Deliveries, attempts, processes and leases. A delivery is one event for one endpoint.

-- Whether a delivery that ended with this reason is a dead letter, as in the class Reason. The
-- planner inlines these two functions, so that queries and partial indexes that use them match.
CREATE FUNCTION is_dead_letter(reason text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN reason IN ('permanent', 'exhausted', 'gone', 'blocked', 'endpoint_disabled', 'deadline');

-- Whether it is a dead letter that is not resolved.
CREATE FUNCTION is_open_dead_letter(reason text, resolved_at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN resolved_at IS NULL AND is_dead_letter(reason);

-- Domains, because they cost less than constraints (see 003_events.sql).
CREATE DOMAIN delivery_state AS text CHECK (
    VALUE IN ('pending', 'in_flight', 'delivered', 'failed', 'expired', 'cancelled'));
CREATE DOMAIN delivery_attempts_max AS smallint CHECK (VALUE > 0);
CREATE DOMAIN delivery_cause AS text CHECK (
    VALUE IN ('dns', 'connect', 'tls', 'timeout', 'reset', 'protocol', 'expiry', 'blocked',
              'event_gone')
    OR VALUE ~ '^[1-9][0-9]{2}$');

-- A state, and the reason of an end other than delivered.
CREATE DOMAIN delivery_state_and_reason AS text CONSTRAINT reason_matches_state CHECK (VALUE IN (
    'pending:', 'in_flight:', 'delivered:',
    'failed:permanent', 'failed:exhausted', 'failed:gone', 'failed:blocked',
    'failed:endpoint_disabled',
    'expired:ttl', 'expired:deadline',
    'cancelled:cancelled', 'cancelled:endpoint_deleted'));
CREATE DOMAIN dead_letter_reason AS text CONSTRAINT only_dead_letter_is_resolved
    CHECK (is_dead_letter(VALUE));

-- Most rows are written twice: inserted as in_flight and updated to delivered. That update must be
-- HOT, so no index contains a column that it changes, in its keys or its predicate. Pending rows
-- are found by `next_attempt_at`, which is NULL in all others. Rows in flight are found through
-- `lease`. Half of each page is left free, because one statement usually settles all rows of a
-- page.
CREATE TABLE delivery (
    id               uuid        PRIMARY KEY,
    app_id           uuid        NOT NULL,
    mode             event_mode  NOT NULL,
    event_id         uuid        NOT NULL,
    event_type       text        NOT NULL,
    endpoint_id      uuid        NOT NULL,
    state            delivery_state NOT NULL,
    reason           text,
    attempts         smallint    NOT NULL,
    refusals         smallint    NOT NULL,
    -- The next attempt was moved before the deadline and is the last one.
    closing          boolean     NOT NULL,
    -- It was created by a resend or a replay, and its envelope is marked as replayed.
    replayed         boolean     NOT NULL DEFAULT false,
    -- The key of a retry policy revision, which never changes (see 005_catalog.sql).
    retry_policy     text        NOT NULL,
    -- Set if the event type allows fewer attempts than the policy.
    attempts_max     delivery_attempts_max,
    first_attempt_at timestamptz,
    next_attempt_at  timestamptz,
    give_up_at       timestamptz NOT NULL,
    -- The endpoint's `paused_ms` when `give_up_at` was computed; NULL for zero. A claim adds later
    -- pauses.
    pause_mark       bigint,
    expires_at       timestamptz,
    lease            uuid,
    -- The ordered lane of an open delivery and its position in it. The lane is the ordering key, or
    -- the empty text, which is not a valid key, for all deliveries of a strict endpoint.
    lane             text        COLLATE "C",
    lane_sequence    bigint,
    -- The delivery that this one repeats; NULL if there is none.
    replay_of        uuid,
    -- The result of the last failed attempt: a status, or the kind of failure (see `Cause`).
    cause            delivery_cause,
    -- When this dead letter was resolved: see `dead_letter_note`.
    dead_letter_resolved_at timestamptz,
    updated_at       timestamptz NOT NULL,

    -- A delivery without a due time waits behind others in its lane and has not been attempted.
    CONSTRAINT pending_has_due_time_or_lane
        CHECK (CASE state
            WHEN 'pending' THEN next_attempt_at IS NOT NULL OR (lane IS NOT NULL AND attempts = 0)
            ELSE next_attempt_at IS NULL
        END),
    CONSTRAINT only_open_delivery_has_lane
        CHECK (lane IS NULL OR (lane_sequence IS NOT NULL AND state IN ('pending', 'in_flight'))),
    CONSTRAINT in_flight_has_lease
        CHECK ((state = 'in_flight') = (lease IS NOT NULL)),
    CONSTRAINT delivered_has_attempt
        CHECK (state <> 'delivered' OR attempts > 0),
    CONSTRAINT attempts_have_first_attempt_at
        CHECK ((attempts > 0) = (first_attempt_at IS NOT NULL)),
    CONSTRAINT refusals_are_attempts
        CHECK (refusals BETWEEN 0 AND attempts),
    CONSTRAINT not_due_after_expiry
        CHECK (expires_at IS NULL OR next_attempt_at IS NULL OR next_attempt_at <= expires_at),
    CONSTRAINT reason_matches_state
        CHECK ((state || ':' || COALESCE(reason, ''))::delivery_state_and_reason IS NOT NULL),
    CONSTRAINT replay_of_implies_replayed
        CHECK (replay_of IS NULL OR replayed),
    CONSTRAINT only_dead_letter_is_resolved
        CHECK (dead_letter_resolved_at IS NULL OR reason::dead_letter_reason IS NOT NULL)
) PARTITION BY RANGE (id);

-- The claimer scans this index. It skips from one endpoint to the next, however many rows wait for
-- one.
CREATE INDEX delivery_due ON delivery (endpoint_id, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL;

-- Deliveries of all endpoints that fell due in the last seconds. The claimer reads them twice a
-- second.
CREATE INDEX delivery_falls_due ON delivery (next_attempt_at)
    INCLUDE (endpoint_id, retry_policy)
    WHERE next_attempt_at IS NOT NULL;

-- The first entry of a lane is its head. Only the head may be attempted. Most rows have no lane,
-- and a row leaves its lane when it ends.
CREATE INDEX delivery_lane ON delivery (endpoint_id, lane, lane_sequence)
    WHERE lane IS NOT NULL;
-- Waiting deliveries that may expire: those that are paused, parked or behind others are not
-- claimed.
CREATE INDEX delivery_expiring ON delivery (expires_at)
    WHERE expires_at IS NOT NULL AND (next_attempt_at IS NOT NULL OR lane IS NOT NULL);
-- Deliveries that do not wait for a breaker, among many that do.
CREATE INDEX delivery_urgent ON delivery (endpoint_id, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL AND retry_policy IN ('brief', 'short');
CREATE INDEX delivery_by_event ON delivery (event_id);
CREATE INDEX delivery_by_endpoint ON delivery (endpoint_id, id);
-- Deliveries with a failed attempt.
CREATE INDEX delivery_with_cause ON delivery (endpoint_id, id) WHERE cause IS NOT NULL;

-- For lists of rare deliveries (DeliveryScan). Ordinary deliveries are in none of these indexes and
-- cost nothing. The first two hold deliveries that wait or did not end as delivered, of one app or
-- of all apps. The others hold deliveries of the test mode and of other apps than the default app.
-- The list of the default app's live deliveries is read by the primary key.
CREATE INDEX delivery_undelivered ON delivery (app_id, mode, id)
    WHERE reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL;
CREATE INDEX delivery_undelivered_of_all ON delivery (mode, id)
    WHERE reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL;
CREATE INDEX delivery_of_other_apps ON delivery (app_id, mode, id)
    WHERE mode = 'test' OR NOT is_default_app(app_id);
CREATE INDEX delivery_test ON delivery (id)
    WHERE mode = 'test';

-- Open dead letters, of all endpoints and of one, with the columns they are grouped by, so that
-- index-only scans can read them.
CREATE INDEX delivery_open_dead_letter ON delivery (mode, id)
    INCLUDE (app_id, endpoint_id, event_type, reason, cause)
    WHERE is_open_dead_letter(reason, dead_letter_resolved_at);
CREATE INDEX delivery_open_dead_letter_by_endpoint ON delivery (endpoint_id, id)
    INCLUDE (app_id, mode, event_type, reason, cause)
    WHERE is_open_dead_letter(reason, dead_letter_resolved_at);

-- Deliveries created by a resend or a replay, by the delivery they repeat.
CREATE INDEX delivery_by_replay_of ON delivery (replay_of)
    WHERE replayed;

-- The time at which a delivery gives up, as it is shown. The retry clock of a waiting delivery
-- stops while its endpoint is paused. A claim stores the new time; until then this function
-- computes it.
CREATE FUNCTION effective_give_up_at(
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

-- The reason why there is no response (see `Fault`).
CREATE DOMAIN attempt_fault AS text CHECK (VALUE IN (
    'dns', 'connect_refused', 'connect_timeout', 'connect_other', 'tls_expired', 'tls_untrusted',
    'tls_name', 'tls_other', 'timeout_first_byte', 'timeout_total', 'reset', 'not_http',
    'too_large', 'expiry', 'blocked', 'not_storable'));
CREATE DOMAIN attempt_fault_detail AS text CHECK (length(VALUE) <= 200);
CREATE DOMAIN attempt_outcome AS text CHECK (VALUE IN ('succeeded', 'failed'));
CREATE DOMAIN attempt_number AS smallint CHECK (VALUE > 0);
CREATE DOMAIN attempt_duration_ms AS integer CHECK (VALUE >= 0);
CREATE DOMAIN attempt_response_headers AS bytea CHECK (octet_length(VALUE) <= 2048);
CREATE DOMAIN attempt_response_excerpt AS bytea CHECK (octet_length(VALUE) <= 512);

-- One HTTP attempt. It is deleted with the day of its delivery.
CREATE TABLE attempt (
    delivery_id      uuid        NOT NULL,
    attempt          attempt_number NOT NULL,
    id               uuid        NOT NULL,
    started_at       timestamptz NOT NULL,
    duration_ms      attempt_duration_ms NOT NULL,
    outcome          attempt_outcome NOT NULL,
    status           smallint,
    fault            attempt_fault,
    -- The exact failure, for operators.
    fault_detail     attempt_fault_detail,
    -- The headers of a response other than 2xx, one line for each.
    response_headers attempt_response_headers,
    -- The received bytes. A response may contain any byte, and a NUL in a text would fail the
    -- batch.
    response_excerpt attempt_response_excerpt,
    url              text        NOT NULL,
    signature        text        NOT NULL,
    PRIMARY KEY (delivery_id, attempt),
    CONSTRAINT success_is_2xx
        CHECK ((outcome = 'succeeded') = (status BETWEEN 200 AND 299 AND status IS NOT NULL)),
    CONSTRAINT attempt_has_status_or_fault CHECK ((status IS NULL) = (fault IS NOT NULL)),
    CONSTRAINT detail_belongs_to_fault CHECK (fault_detail IS NULL OR fault IS NOT NULL)
) PARTITION BY RANGE (delivery_id);

-- A running Waybill process. Its leases are valid until `alive_until`.
CREATE TABLE process (
    id          uuid        PRIMARY KEY,
    started_at  timestamptz NOT NULL,
    alive_until timestamptz NOT NULL
);

-- What each process says about itself every few seconds, for the status page. A row outlives its
-- process by a day.
CREATE TABLE process_report (
    process_id  uuid        PRIMARY KEY,
    started_at  timestamptz NOT NULL,
    reported_at timestamptz NOT NULL,
    -- Whether the process signed off. One that did not, and is not alive, was lost.
    stopped     boolean     NOT NULL DEFAULT false,
    host        text        NOT NULL,
    version     text        NOT NULL,
    -- The deliveries that other processes took over from it.
    rescued     bigint      NOT NULL DEFAULT 0 CHECK (rescued >= 0),
    jobs        jsonb       NOT NULL
) WITH (fillfactor = 50);

-- The only process that sends to an endpoint, for limits that cannot be divided, such as a rate.
-- Ownership lasts while the process is alive.
CREATE TABLE endpoint_owner (
    endpoint_id uuid PRIMARY KEY,
    process_id  uuid NOT NULL
);

-- Each process regularly verifies the ownerships it took.
CREATE INDEX endpoint_owner_by_process ON endpoint_owner (process_id);

-- The right of one process to attempt a batch of deliveries. The deliveries of a dead process are
-- found through this row, without an index on deliveries.
CREATE TABLE lease (
    token        uuid        PRIMARY KEY,
    process_id   uuid        NOT NULL,
    delivery_ids uuid[]      NOT NULL CHECK (cardinality(delivery_ids) > 0),
    taken_at     timestamptz NOT NULL,
    -- A promoted server may lack settlements under leases of its predecessor. Such a lease is not
    -- deleted by the last settlement but by the Rescuer, which checks every delivery.
    timeline     bigint      NOT NULL DEFAULT wal_timeline()
);

-- For the leases of one process, and for skipping from one process to the next.
CREATE INDEX lease_by_process ON lease (process_id, taken_at, token);

-- The last position assigned in the lane of a strict endpoint. A capture locks the row until it
-- commits, so that positions become visible in order.
CREATE TABLE strict_sequence (
    endpoint_id uuid   PRIMARY KEY,
    sequence    bigint NOT NULL CHECK (sequence > 0)
) WITH (fillfactor = 70);

-- Lanes that stopped after a dead letter and wait to be released.
CREATE TABLE lane_hold (
    endpoint_id uuid        NOT NULL,
    lane        text        COLLATE "C" NOT NULL,
    delivery_id uuid        NOT NULL,
    reason      text        NOT NULL CHECK (is_dead_letter(reason)),
    held_at     timestamptz NOT NULL,
    PRIMARY KEY (endpoint_id, lane)
);

-- The times of the latest resends and test sends to an endpoint, as many as the rate limit counts.
-- All processes share these rows.
CREATE TABLE send_window (
    endpoint_id uuid          NOT NULL,
    kind        text          NOT NULL CHECK (kind IN ('resend', 'test')),
    times       timestamptz[] NOT NULL,
    PRIMARY KEY (endpoint_id, kind)
) WITH (fillfactor = 50);
