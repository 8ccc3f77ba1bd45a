-- What came of deliveries, in sums: lists of millions are not counted to draw a chart.

-- One row for each endpoint, kind of event and span of time. Spans are five minutes long at first
-- and are brought together to hours and days as they age.
--
-- Beside them, written by the same statements, one for each app and one for everybody: a page that
-- shows all together would have to add up thousands of histograms. They stand under the app's id,
-- or the nil id, as endpoint and app, and under their mode as event type.
CREATE TABLE stat (
    endpoint_id       uuid        NOT NULL,
    grain_seconds     integer     NOT NULL CHECK (grain_seconds > 0),
    since             timestamptz NOT NULL,
    event_type        text        NOT NULL,
    app_id            uuid        NOT NULL,
    mode              text        NOT NULL CHECK (mode IN ('live', 'test')),
    -- Deliveries made, and how they ended, counted when they did.
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
    -- Attempts.
    succeeded         bigint      NOT NULL DEFAULT 0,
    failed            bigint      NOT NULL DEFAULT 0,
    -- Histograms (see Histogram): milliseconds from the event's creation (of a resend: from its
    -- making) to acceptance, milliseconds of single attempts, and at which attempt deliveries were
    -- accepted.
    latency           bigint[]    NOT NULL DEFAULT '{}',
    response          bigint[]    NOT NULL DEFAULT '{}',
    tries             bigint[]    NOT NULL DEFAULT '{}',
    PRIMARY KEY (endpoint_id, grain_seconds, since, event_type)
) WITH (fillfactor = 70);

-- For sums of a time that are told apart, and for those that are due to be made coarser.
CREATE INDEX stat_by_time ON stat (grain_seconds, since);

-- Deliveries that ended otherwise than delivered, until they are added to the sums. Written by the
-- database whoever ended them, so that none is missed or counted twice; ordinary deliveries cost
-- one look at a column.
CREATE TABLE stat_end (
    ended_at    timestamptz NOT NULL,
    endpoint_id uuid        NOT NULL,
    event_type  text        NOT NULL,
    app_id      uuid        NOT NULL,
    mode        text        NOT NULL,
    reason      text        NOT NULL
);

CREATE FUNCTION note_end() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stat_end (ended_at, endpoint_id, event_type, app_id, mode, reason)
    VALUES (NEW.updated_at, NEW.endpoint_id, NEW.event_type, NEW.app_id, NEW.mode, NEW.reason);
    RETURN NULL;
END
$$;

CREATE TRIGGER ended_by_update AFTER UPDATE ON delivery
    FOR EACH ROW WHEN (NEW.reason IS NOT NULL AND OLD.reason IS NULL)
    EXECUTE FUNCTION note_end();

-- An event may be stale when it is captured. What is restored from an archive was counted in its time.
CREATE TRIGGER ended_by_insert AFTER INSERT ON delivery
    FOR EACH ROW WHEN (
        NEW.reason IS NOT NULL
        AND current_setting('waybill.restores', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION note_end();
