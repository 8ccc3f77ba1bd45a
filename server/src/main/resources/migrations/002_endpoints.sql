-- Where apps receive.

-- One row. Every change that routing must know bumps it in the same transaction, so a capture that
-- reads the mark of the version it routed by has missed nothing that was committed before it.
CREATE TABLE routing (
    single            boolean PRIMARY KEY DEFAULT true CHECK (single),
    version           bigint  NOT NULL,
    mark              uuid    NOT NULL,
    -- The version that last changed a retry policy or an event type.
    catalogue_version bigint  NOT NULL CHECK (catalogue_version <= version)
);

CREATE TRIGGER mark BEFORE INSERT OR UPDATE ON routing
FOR EACH ROW EXECUTE FUNCTION mark_version();

INSERT INTO routing (version, catalogue_version) VALUES (1, 1);

CREATE TABLE endpoint (
    id              uuid        PRIMARY KEY,
    app_id          uuid        NOT NULL REFERENCES app (id),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    url             text        NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    description     text        NOT NULL CHECK (length(description) <= 1000),
    event_types     text[]      NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 100),
    -- A policy's name, or one written out as JSON.
    retry_policy    text,
    timeout_ms      integer     NOT NULL CHECK (timeout_ms BETWEEN 1000 AND 30000),
    max_in_flight   integer     NOT NULL CHECK (max_in_flight BETWEEN 1 AND 256),
    -- Requests a second; NULL for no limit.
    rate_limit      double precision CHECK (rate_limit > 0),
    -- When it is taken out of service by itself; NULL means never.
    disable_after_failures integer CHECK (disable_after_failures > 0),
    pause_after_seconds    integer CHECK (pause_after_seconds > 0),
    -- Which events it receives one after another, and what a dead letter does to those behind it.
    ordering        text        NOT NULL DEFAULT 'none'
                                CHECK (ordering IN ('none', 'key', 'strict')),
    on_exhausted    text        NOT NULL DEFAULT 'continue'
                                CHECK (on_exhausted IN ('continue', 'hold')),
    owner_email     text,
    -- How requests are signed, and with what. Sealed: see Vault.
    signature       text        NOT NULL
                                CHECK (signature IN ('standard', 'standard-ed25519', 'hex')),
    secret_sealed   bytea       NOT NULL,
    public_key      text,
    -- The secret before, with which requests are signed too until then.
    previous_signature     text
                           CHECK (previous_signature IN ('standard', 'standard-ed25519', 'hex')),
    previous_secret_sealed bytea,
    previous_secret_until  timestamptz,
    -- Headers of the owner's own: their names, and names and values sealed.
    header_names    text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(header_names) <= 20),
    headers_sealed  bytea,
    state           text        NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
    state_reason    text,
    state_since     timestamptz NOT NULL,
    -- The sum of the pauses that have ended: the clock of retries stood still for so long.
    paused_ms       bigint      NOT NULL CHECK (paused_ms >= 0),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    deleted_at      timestamptz,
    -- The routing version that brought this row's latest change: readers fetch only what is newer.
    routing_version bigint      NOT NULL,
    CHECK (num_nulls(previous_signature, previous_secret_sealed, previous_secret_until) IN (0, 3)),
    CHECK ((cardinality(header_names) = 0) = (headers_sealed IS NULL))
);

CREATE INDEX endpoint_by_app ON endpoint (app_id, mode, id) WHERE deleted_at IS NULL;
-- Those that are removed once nothing refers to them (EndpointPruner).
CREATE INDEX endpoint_deleted ON endpoint (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX endpoint_by_routing_version ON endpoint (routing_version);

-- Every change of an endpoint's state, kept as long as the endpoint.
CREATE TABLE endpoint_state_change (
    id           uuid        PRIMARY KEY,
    endpoint_id  uuid        NOT NULL REFERENCES endpoint (id),
    at           timestamptz NOT NULL,
    from_state   text        NOT NULL CHECK (from_state IN ('active', 'paused', 'disabled')),
    to_state     text        NOT NULL CHECK (to_state IN ('active', 'paused', 'disabled')),
    reason       text        NOT NULL,
    actor        text        NOT NULL,
    -- When the platform was told; whatever is not is told again until it is.
    announced_at timestamptz,
    -- One process is telling of it, and no other begins before this time.
    telling_until timestamptz,
    CHECK (from_state <> to_state)
);

CREATE INDEX endpoint_state_change_by_endpoint ON endpoint_state_change (endpoint_id, id);
-- For counting how often policy took an endpoint out of service.
CREATE INDEX endpoint_state_change_automatic ON endpoint_state_change (id) WHERE actor = 'waybill';
CREATE INDEX endpoint_state_change_untold ON endpoint_state_change (id) WHERE announced_at IS NULL;

-- How endpoints have been doing since their last success, added up over all processes once a second;
-- only those that ever failed have a row.
CREATE TABLE endpoint_health (
    endpoint_id          uuid        PRIMARY KEY REFERENCES endpoint (id),
    consecutive_failures integer     NOT NULL CHECK (consecutive_failures >= 0),
    failing_since        timestamptz,
    last_failure_at      timestamptz,
    last_success_at      timestamptz,
    changed_at           timestamptz NOT NULL,
    CHECK (consecutive_failures = 0 OR (failing_since IS NOT NULL AND last_failure_at IS NOT NULL))
);

-- What every process reads each second.
CREATE INDEX endpoint_health_changed ON endpoint_health (changed_at);
CREATE INDEX endpoint_health_failing ON endpoint_health (endpoint_id)
    WHERE consecutive_failures > 0;

-- What holds an endpoint's next attempt back and every process has to know: see `PaceExchange`. Written
-- when it changes; an endpoint that is well has no row.
CREATE TABLE endpoint_pace (
    endpoint_id    uuid        PRIMARY KEY,
    -- Attempts in a row that were not answered, or with 5xx, in all processes.
    failures       integer     NOT NULL CHECK (failures >= 0),
    -- The breaker is open: when the process `prober` may try, and the others a while later.
    probe_at       timestamptz,
    prober         uuid,
    -- What it asked for by Retry-After.
    hold_off_until timestamptz,
    -- When somebody last told of an answer that ended such a row.
    answered_at    timestamptz,
    changed_at     timestamptz NOT NULL,
    CHECK ((probe_at IS NULL) = (prober IS NULL))
);

CREATE INDEX endpoint_pace_changed ON endpoint_pace (changed_at);
