-- Endpoints, their state changes, health and pace.

-- One row. Every change that routing depends on increments the version in the same transaction. A
-- capture that finds the mark of the version it used for routing has missed no committed change.
CREATE TABLE routing (
    single            boolean PRIMARY KEY DEFAULT true CHECK (single),
    version           bigint  NOT NULL,
    mark              uuid    NOT NULL,
    -- The version that last changed a retry policy or an event type.
    catalog_version bigint  NOT NULL CHECK (catalog_version <= version)
);

CREATE TRIGGER mark BEFORE INSERT OR UPDATE ON routing
FOR EACH ROW EXECUTE FUNCTION mark_version();

INSERT INTO routing (version, catalog_version) VALUES (1, 1);

CREATE TABLE endpoint (
    id              uuid        PRIMARY KEY,
    app_id          uuid        NOT NULL REFERENCES app (id),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    url             text        NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    description     text        NOT NULL CHECK (length(description) <= 1000),
    event_types     text[]      NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 100),
    -- The name of a policy, or an inline policy as JSON.
    retry_policy    text,
    timeout_ms      integer     NOT NULL CHECK (timeout_ms BETWEEN 1000 AND 30000),
    max_in_flight   integer     NOT NULL CHECK (max_in_flight BETWEEN 1 AND 256),
    -- Requests a second; NULL for no limit.
    rate_limit      double precision CHECK (rate_limit > 0),
    -- When Waybill disables or pauses the endpoint automatically; NULL means never.
    disable_after_failures integer CHECK (disable_after_failures > 0),
    pause_after_seconds    integer CHECK (pause_after_seconds > 0),
    -- Which events it receives in order, and whether a dead letter holds the lane.
    ordering        text        NOT NULL DEFAULT 'none'
                                CHECK (ordering IN ('none', 'key', 'strict')),
    on_exhausted    text        NOT NULL DEFAULT 'continue'
                                CHECK (on_exhausted IN ('continue', 'hold')),
    owner_email     text,
    -- The format of its requests.
    format          text        NOT NULL DEFAULT 'waybill'
                                CHECK (format IN ('waybill', 'cloudevents')),
    -- How requests are signed. Secrets are encrypted: see Vault.
    signature       text        NOT NULL
                                CHECK (signature IN ('standard', 'standard-ed25519', 'hex')),
    secret_sealed   bytea       NOT NULL,
    public_key      text,
    -- The previous secret. Requests are also signed with it until this time.
    previous_signature     text
                           CHECK (previous_signature IN ('standard', 'standard-ed25519', 'hex')),
    previous_secret_sealed bytea,
    previous_secret_until  timestamptz,
    -- Custom headers: their names, and the encrypted names and values.
    header_names    text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(header_names) <= 20),
    headers_sealed  bytea,
    state           text        NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
    state_reason    text,
    state_since     timestamptz NOT NULL,
    -- The total duration of ended pauses. The retry clock stops during a pause.
    paused_ms       bigint      NOT NULL CHECK (paused_ms >= 0),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    deleted_at      timestamptz,
    -- The routing version of the latest change of this row. Processes fetch only newer rows.
    routing_version bigint      NOT NULL,
    CHECK (num_nulls(previous_signature, previous_secret_sealed, previous_secret_until) IN (0, 3)),
    CHECK ((cardinality(header_names) = 0) = (headers_sealed IS NULL))
);

CREATE INDEX endpoint_by_app ON endpoint (app_id, mode, id) WHERE deleted_at IS NULL;
-- Deleted endpoints, which EndpointPruner removes once nothing refers to them.
CREATE INDEX endpoint_deleted ON endpoint (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX endpoint_by_routing_version ON endpoint (routing_version);

-- Every change of an endpoint's state. Rows are kept as long as the endpoint.
CREATE TABLE endpoint_state_change (
    id           uuid        PRIMARY KEY,
    endpoint_id  uuid        NOT NULL REFERENCES endpoint (id),
    at           timestamptz NOT NULL,
    from_state   text        NOT NULL CHECK (from_state IN ('active', 'paused', 'disabled')),
    to_state     text        NOT NULL CHECK (to_state IN ('active', 'paused', 'disabled')),
    reason       text        NOT NULL,
    actor        text        NOT NULL,
    -- When the platform was notified. Notification is repeated until it succeeds.
    notified_at timestamptz,
    -- One process is notifying. No other process starts before this time.
    notifying_until timestamptz,
    CHECK (from_state <> to_state)
);

CREATE INDEX endpoint_state_change_by_endpoint ON endpoint_state_change (endpoint_id, id);
-- Changes made by Waybill itself, for counting automatic disables and pauses.
CREATE INDEX endpoint_state_change_automatic ON endpoint_state_change (id) WHERE actor = 'waybill';
CREATE INDEX endpoint_state_change_unnotified ON endpoint_state_change (id) WHERE notified_at IS NULL;

-- Failures of each endpoint since its last success, summed over all processes once a second.
-- Endpoints that never failed have no row.
CREATE TABLE endpoint_health (
    endpoint_id          uuid        PRIMARY KEY REFERENCES endpoint (id),
    consecutive_failures integer     NOT NULL CHECK (consecutive_failures >= 0),
    failing_since        timestamptz,
    last_failure_at      timestamptz,
    last_success_at      timestamptz,
    changed_at           timestamptz NOT NULL,
    CHECK (consecutive_failures = 0 OR (failing_since IS NOT NULL AND last_failure_at IS NOT NULL))
);

-- Every process reads the latest changes each second.
CREATE INDEX endpoint_health_changed ON endpoint_health (changed_at);
CREATE INDEX endpoint_health_failing ON endpoint_health (endpoint_id)
    WHERE consecutive_failures > 0;

-- Limits on an endpoint's next attempt that all processes share: see `PaceExchange`. Rows are
-- written on change. A healthy endpoint has no row.
CREATE TABLE endpoint_pace (
    endpoint_id    uuid        PRIMARY KEY,
    -- Consecutive attempts of all processes without a response or with 5xx.
    failures       integer     NOT NULL CHECK (failures >= 0),
    -- The breaker is open. The process `prober` may probe at `probe_at`, the others somewhat later.
    probe_at       timestamptz,
    prober         uuid,
    -- From the Retry-After header of a response.
    hold_off_until timestamptz,
    -- When a process last reported a response that reset the count.
    answered_at    timestamptz,
    changed_at     timestamptz NOT NULL,
    CHECK ((probe_at IS NULL) = (prober IS NULL))
);

CREATE INDEX endpoint_pace_changed ON endpoint_pace (changed_at);
