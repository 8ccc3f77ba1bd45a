-- Who did what, when, from where; one row for each change, written by its transaction.

CREATE TABLE audit (
    id         uuid        PRIMARY KEY,
    at         timestamptz NOT NULL,
    -- A key's id, or a word: admin, waybill, command_line.
    actor      text        NOT NULL,
    -- The client's address, or the word for who acts without one.
    source     text        NOT NULL,
    request_id text,
    action     text        NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
    -- As people write it: ids with their prefix, names, uids.
    object_id  text        NOT NULL,
    app_id     uuid,
    mode       text        CHECK (mode IN ('live', 'test')),
    -- What the API showed before and shows now; never a secret.
    before     jsonb,
    after      jsonb,
    note       text
);

-- For "what happened to this?"; everything else is asked newest first, and few pages of it.
CREATE INDEX audit_by_object ON audit (object_id, id);

-- For forgetting the oldest.
CREATE INDEX audit_by_time ON audit (at);

-- What is written stays as it was written, whoever is connected. Neither the service nor a person at
-- the console changes it by mistake; who owns the table can still take the triggers away, which is
-- nothing that happens by mistake. Retention says that it means it (see AuditStore), and even then
-- nothing goes that is younger than a month.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('waybill.forgets_audit', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- For statements, so that one that would touch no row is refused too.
CREATE TRIGGER audit_is_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

CREATE FUNCTION refuse_forgetting_of_late() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.at < clock_timestamp() - interval '30 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only: a line of % is too young to go', OLD.at
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_keeps_a_month
    BEFORE DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_forgetting_of_late();
