-- Statistics. Charts read these sums and count no deliveries.

-- One row for each endpoint, event type and span of time. Spans are five minutes long at first and
-- are combined to hours and days as they age.
--
-- The same statements write one row for each app and one for all apps, because a page that shows
-- all of them would otherwise add up thousands of histograms.
CREATE TABLE stat (
    -- NULL in the rows of an app and of all apps.
    endpoint_id       uuid,
    grain_seconds     integer     NOT NULL CHECK (grain_seconds > 0),
    since             timestamptz NOT NULL,
    -- NULL in the rows of apps. In a row of an endpoint, NULL stands for the types beyond the limit
    -- of types that are counted separately.
    event_type        text,
    -- NULL in the rows of all apps.
    app_id            uuid,
    mode              text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- Deliveries created, and ended deliveries by result, counted at the time of the end.
    captured          bigint      NOT NULL DEFAULT 0,
    delivered         bigint      NOT NULL DEFAULT 0,
    permanent         bigint      NOT NULL DEFAULT 0,
    exhausted         bigint      NOT NULL DEFAULT 0,
    gone              bigint      NOT NULL DEFAULT 0,
    blocked           bigint      NOT NULL DEFAULT 0,
    endpoint_disabled bigint      NOT NULL DEFAULT 0,
    ttl               bigint      NOT NULL DEFAULT 0,
    deadline          bigint      NOT NULL DEFAULT 0,
    cancelled         bigint      NOT NULL DEFAULT 0,
    endpoint_deleted  bigint      NOT NULL DEFAULT 0,
    -- Attempts; client errors are those of the failed ones that were answered with 4xx.
    succeeded         bigint      NOT NULL DEFAULT 0,
    failed            bigint      NOT NULL DEFAULT 0,
    client_errors     bigint      NOT NULL DEFAULT 0,
    -- Histograms (see Histogram): milliseconds from the creation of the event (of a resend: of the
    -- delivery) to acceptance, milliseconds of single attempts, and the number of the accepted
    -- attempt.
    latency           bigint[]    NOT NULL DEFAULT '{}',
    response          bigint[]    NOT NULL DEFAULT '{}',
    tries             bigint[]    NOT NULL DEFAULT '{}',
    CONSTRAINT stat_key UNIQUE NULLS NOT DISTINCT
        (endpoint_id, grain_seconds, since, event_type, app_id, mode),
    CONSTRAINT endpoint_belongs_to_app CHECK (endpoint_id IS NULL OR app_id IS NOT NULL),
    CONSTRAINT event_type_belongs_to_endpoint CHECK (event_type IS NULL OR endpoint_id IS NOT NULL)
) WITH (fillfactor = 70);

-- The rows of one app, and of all apps.
CREATE INDEX stat_of_apps ON stat (app_id, mode, grain_seconds, since)
    WHERE endpoint_id IS NULL;

-- For groups within a period, and for spans that are due to be combined.
CREATE INDEX stat_by_time ON stat (grain_seconds, since);

-- Deliveries that ended without being delivered, until they are added to the sums. Triggers write
-- them, because many statements end deliveries. Ordinary deliveries cost only the condition of the
-- trigger.
CREATE TABLE stat_end (
    ended_at    timestamptz NOT NULL,
    endpoint_id uuid        NOT NULL,
    event_type  text        NOT NULL,
    app_id      uuid        NOT NULL,
    mode        text        NOT NULL,
    reason      text        NOT NULL CHECK (reason IN (
                    'permanent', 'exhausted', 'gone', 'blocked', 'endpoint_disabled', 'ttl',
                    'deadline', 'cancelled', 'endpoint_deleted'))
);

CREATE FUNCTION record_end() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    -- It had ended before.
    IF TG_OP = 'UPDATE' AND OLD.reason IS NOT NULL THEN
        RETURN NULL;
    END IF;
    -- Deliveries restored from an archive were counted before.
    IF TG_OP = 'INSERT' AND current_setting('waybill.restores', true) = 'on' THEN
        RETURN NULL;
    END IF;
    INSERT INTO stat_end (ended_at, endpoint_id, event_type, app_id, mode, reason)
    VALUES (NEW.updated_at, NEW.endpoint_id, NEW.event_type, NEW.app_id, NEW.mode, NEW.reason);
    RETURN NULL;
END
$$;

-- An event may have expired when it is captured. The condition is short because every statement
-- reads it each time.
CREATE TRIGGER delivery_ended AFTER INSERT OR UPDATE ON delivery
    FOR EACH ROW WHEN (NEW.reason IS NOT NULL)
    EXECUTE FUNCTION record_end();
