-- The audit log: one row for each change, written in the transaction of the change.

CREATE TABLE audit (
    id         uuid        PRIMARY KEY,
    at         timestamptz NOT NULL,
    -- The id of a key or a user, or one of: admin, waybill, command_line.
    actor      text        NOT NULL,
    -- The client's address, or a code for an actor without one.
    source     text        NOT NULL,
    request_id text,
    action     text        NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
    -- As in the API: an id with its prefix, a name or a uid.
    object_id  text        NOT NULL,
    app_id     uuid,
    mode       text        CHECK (mode IN ('live', 'test')),
    -- The object as the API showed it before and after. Never contains secrets.
    before     jsonb,
    after      jsonb,
    note       text
);

-- For the history of one object. Other queries read the newest rows.
CREATE INDEX audit_by_object ON audit (object_id, id);

-- For deleting the oldest rows.
CREATE INDEX audit_by_time ON audit (at);

-- Rows cannot be changed by mistake, neither by the service nor at the console. The owner of the
-- table can still drop the triggers. Retention announces its deletes with a setting (see
-- AuditStore), and even then rows younger than 30 days stay.
CREATE FUNCTION reject_audit_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('waybill.forgets_audit', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- For each statement, so that a statement that matches no row is rejected too.
CREATE TRIGGER audit_is_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();

CREATE FUNCTION reject_recent_audit_delete() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.at < clock_timestamp() - interval '30 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only: a line of % is too young to go', OLD.at
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_keeps_last_month
    BEFORE DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION reject_recent_audit_delete();
