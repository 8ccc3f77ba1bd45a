-- Alerts, the histories that their rules look at, and notifications.

-- One row. The process that locks it evaluates the rules.
CREATE TABLE alert_evaluation (
    single        boolean     PRIMARY KEY DEFAULT true CHECK (single),
    evaluated_at  timestamptz,
    -- The end of the last five-minute span whose sums were read.
    spans_until   timestamptz,
    -- The time up to which automatic state changes were read.
    changes_until timestamptz
);

INSERT INTO alert_evaluation DEFAULT VALUES;

-- Rules that somebody has changed. A rule without a row has its defaults.
CREATE TABLE alert_rule (
    rule       text        PRIMARY KEY CHECK (length(rule) <= 100),
    enabled    boolean     NOT NULL,
    -- Only thresholds that differ from their defaults.
    thresholds jsonb       NOT NULL,
    updated_at timestamptz NOT NULL
);

-- Times in which every attempt of an endpoint failed.
CREATE TABLE alert_streak (
    endpoint_id    uuid        NOT NULL,
    since          timestamptz NOT NULL,
    last_failed_at timestamptz NOT NULL,
    -- NULL while it lasts.
    ended_at       timestamptz,
    -- When the first of its deliveries gives up, and how many became dead letters.
    give_up_at     timestamptz NOT NULL,
    lost           bigint      NOT NULL,
    -- The ends and beginnings of failures around long gaps, in pairs: see Streak.
    gaps           timestamptz[] NOT NULL,
    PRIMARY KEY (endpoint_id, since),
    CHECK (last_failed_at >= since AND ended_at >= since)
);

CREATE UNIQUE INDEX alert_streak_open ON alert_streak (endpoint_id) WHERE ended_at IS NULL;
CREATE INDEX alert_streak_by_end ON alert_streak (ended_at) WHERE ended_at IS NOT NULL;

-- Five-minute spans in which an endpoint answered several attempts with 4xx.
CREATE TABLE alert_spike (
    endpoint_id   uuid        NOT NULL,
    since         timestamptz NOT NULL,
    -- Attempts.
    succeeded     bigint      NOT NULL,
    failed        bigint      NOT NULL,
    client_errors bigint      NOT NULL,
    PRIMARY KEY (endpoint_id, since)
);

CREATE INDEX alert_spike_by_time ON alert_spike (since);

-- The state of the service, once a minute.
CREATE TABLE alert_reading (
    at                 timestamptz PRIMARY KEY,
    dead_letters       bigint      NOT NULL,
    endpoints          integer     NOT NULL,
    -- The endpoints that began to fail together.
    failing_since      timestamptz,
    failing_endpoints  integer     NOT NULL,
    failing_hosts      integer     NOT NULL,
    -- The endpoints of single hosts that began to fail together: `host`, `since`, `endpoints`.
    failing_on_hosts   jsonb       NOT NULL,
    oldest_due_seconds bigint,
    stalls             text[]      NOT NULL,
    -- Attempts so far in the five minutes that contain this time.
    attempts           bigint      NOT NULL
);

CREATE TABLE alert (
    id              uuid        PRIMARY KEY,
    rule            text        NOT NULL,
    severity        text        NOT NULL CHECK (severity IN ('warning', 'critical')),
    -- NULL for a rule of the whole service.
    endpoint_id     uuid,
    app_id          uuid,
    mode            text        CHECK (mode IN ('live', 'test')),
    level           text        CHECK (level IN ('first', 'second', 'expiring', 'lost')),
    reopened        integer     NOT NULL DEFAULT 0,
    summary         text        NOT NULL CHECK (length(summary) <= 1000),
    -- When the problem began, and when the alert fired.
    started_at      timestamptz NOT NULL,
    fired_at        timestamptz NOT NULL,
    acknowledged_at timestamptz,
    acknowledged_by text,
    note            text        CHECK (length(note) <= 1000),
    snoozed_until   timestamptz,
    resolved_at     timestamptz,
    updated_at      timestamptz NOT NULL,
    -- For an alert about all endpoints of one host.
    host            text,
    CONSTRAINT host_has_no_endpoint CHECK (host IS NULL OR endpoint_id IS NULL),
    CONSTRAINT alert_of_endpoint_has_app CHECK (num_nulls(endpoint_id, app_id, mode) IN (0, 3)),
    CONSTRAINT acknowledged_by_somebody
        CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);

-- A rule fires once for an endpoint, for a host, or for the service.
CREATE UNIQUE INDEX alert_firing ON alert (rule, endpoint_id, host) NULLS NOT DISTINCT
    WHERE resolved_at IS NULL;
CREATE INDEX alert_of_service ON alert (rule, id) WHERE endpoint_id IS NULL;
CREATE INDEX alert_by_endpoint ON alert (endpoint_id, id) WHERE endpoint_id IS NOT NULL;
CREATE INDEX alert_by_app ON alert (app_id, mode, id) WHERE app_id IS NOT NULL;
CREATE INDEX alert_by_end ON alert (resolved_at) WHERE resolved_at IS NOT NULL;

-- Where operators are notified.
CREATE TABLE notification_channel (
    id            uuid        PRIMARY KEY,
    kind          text        NOT NULL
                              CHECK (kind IN ('email', 'slack', 'webhook', 'pagerduty', 'log')),
    name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- Alerts that are less urgent are not sent.
    severity      text        NOT NULL CHECK (severity IN ('warning', 'critical')),
    addresses     text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(addresses) <= 20),
    -- The part of the URL that is not secret.
    host          text,
    -- The URL of a Slack webhook, or the routing key of PagerDuty: see Vault.
    secret_sealed bytea,
    paused        boolean     NOT NULL DEFAULT false,
    last_sent_at  timestamptz,
    -- NULL when messages arrive again.
    last_error    text        CHECK (length(last_error) <= 500),
    last_error_at timestamptz,
    -- The address whose mail was not taken: mail to others does not end the error.
    error_address text,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    CONSTRAINT email_has_addresses CHECK ((kind = 'email') = (cardinality(addresses) > 0)),
    CONSTRAINT slack_and_pagerduty_have_secrets
        CHECK ((kind IN ('slack', 'pagerduty')) = (secret_sealed IS NOT NULL))
);

-- Alerts are written to the log and published to the app `platform` from the start.
INSERT INTO notification_channel (id, kind, name, severity, created_at, updated_at)
VALUES ('00000000-0000-7000-8000-000000000001', 'log', 'Log', 'warning', now(), now()),
       ('00000000-0000-7000-8000-000000000002', 'webhook', 'Events of the app platform', 'warning',
        now(), now());

-- The addresses of owners, for each app, and whether they may get mail.
CREATE TABLE owner_address (
    app_id        uuid        NOT NULL REFERENCES app (id),
    address       text        NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    -- The address without a tag: mail to a+b@c.example arrives where mail to a@c.example does.
    mailbox       text        NOT NULL
                              GENERATED ALWAYS AS
                                  (regexp_replace(address, '^([^@+]+)\+[^@]*@', '\1@')) STORED,
    state         text        NOT NULL
                              CHECK (state IN ('unconfirmed', 'confirmed', 'unsubscribed', 'bouncing')),
    -- In the links of every mail.
    token         text        NOT NULL UNIQUE,
    -- The last confirmation that was requested. NULL for an address that an operator entered.
    asked_at      timestamptz,
    -- Confirmations that were sent, and mails in a row that the server refused.
    asks          integer     NOT NULL DEFAULT 0,
    bounces       integer     NOT NULL DEFAULT 0,
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (app_id, address)
);

-- For the limits of confirmations.
CREATE INDEX owner_address_asked ON owner_address (mailbox, asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX owner_address_asked_by_app ON owner_address (app_id, asked_at)
    WHERE asked_at IS NOT NULL;
CREATE INDEX owner_address_by_address ON owner_address (address);

-- News for owners, until they are part of a mail.
CREATE TABLE owner_notice (
    id              uuid        PRIMARY KEY,
    app_id          uuid        NOT NULL,
    address         text        NOT NULL,
    alert_id        uuid        NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    -- `fired`, a level, `out_of_service` or `resolved`: see OwnerNews.
    news            text        NOT NULL,
    created_at      timestamptz NOT NULL,
    -- When it becomes part of a mail.
    due_at          timestamptz NOT NULL,
    notification_id uuid
);

CREATE INDEX owner_notice_due ON owner_notice (due_at) WHERE notification_id IS NULL;
CREATE INDEX owner_notice_of_owner ON owner_notice (address) WHERE notification_id IS NULL;
CREATE INDEX owner_notice_by_alert ON owner_notice (alert_id);

-- Messages to be sent, and those that were.
CREATE TABLE notification (
    id            uuid        PRIMARY KEY,
    -- The channel that it goes through; NULL for mail to an owner and for its copy.
    channel_id    uuid        REFERENCES notification_channel (id) ON DELETE CASCADE,
    -- The only recipient of a mail; NULL for other messages.
    address       text,
    -- An owner gets mail if the address is confirmed for this app. NULL for operators.
    owner_app_id  uuid,
    -- The first alert that it is about; NULL for a test, a confirmation or a replay.
    alert_id      uuid        REFERENCES alert (id) ON DELETE CASCADE,
    content       jsonb       NOT NULL,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    give_up_at    timestamptz NOT NULL,
    tries         integer     NOT NULL DEFAULT 0,
    -- One process is sending. No other process starts before this time.
    claimed_until timestamptz,
    -- At most one of both, once it is over.
    sent_at       timestamptz,
    failed_at     timestamptz,
    last_error    text        CHECK (length(last_error) <= 500),
    CHECK (channel_id IS NOT NULL OR address IS NOT NULL),
    CHECK (channel_id IS NULL OR owner_app_id IS NULL),
    CHECK (sent_at IS NULL OR failed_at IS NULL)
);

CREATE INDEX notification_due ON notification (channel_id, due_at, id)
    WHERE channel_id IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX notification_due_to_owner ON notification (due_at, id)
    WHERE channel_id IS NULL AND sent_at IS NULL AND failed_at IS NULL;
-- For the order of messages about one alert.
CREATE INDEX notification_waiting ON notification (alert_id, channel_id, id)
    WHERE channel_id IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX notification_by_alert ON notification (alert_id, id) WHERE alert_id IS NOT NULL;
CREATE INDEX notification_by_channel ON notification (channel_id, id) WHERE channel_id IS NOT NULL;
-- For the number of mails to an address within a day.
CREATE INDEX notification_by_address ON notification (address, created_at)
    WHERE channel_id IS NULL;
CREATE INDEX notification_by_time ON notification (created_at);
