-- Apps, API keys and encryption keys.

-- A version counts the changes of data that every process holds in memory. A number alone does not
-- identify a state: a database that goes back (a replica promoted before it had received the last
-- transactions, a restored backup) gives the same numbers to other changes. So each version also
-- gets a random mark, and this table keeps the latest marks. A process whose version and mark are
-- in it fetches only newer changes. Any other process loads everything.
CREATE TABLE version_history (
    subject text   NOT NULL,
    version bigint NOT NULL,
    mark    uuid   NOT NULL,
    PRIMARY KEY (subject, version)
);

-- A trigger ensures that every new version gets a mark. A process that is more than 1,000 changes
-- behind loads everything, which costs little more.
CREATE FUNCTION mark_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.mark := gen_random_uuid();
    DELETE FROM version_history
     WHERE subject = TG_TABLE_NAME
       AND version <= NEW.version - 1000;
    INSERT INTO version_history (subject, version, mark)
    VALUES (TG_TABLE_NAME, NEW.version, NEW.mark);
    RETURN NEW;
END $$;

-- One row. Every change of an app or a key increments the version in the same transaction.
-- Processes hold all apps and keys in memory and detect changes by reading this row.
CREATE TABLE access (
    single  boolean PRIMARY KEY DEFAULT true CHECK (single),
    version bigint  NOT NULL,
    mark    uuid    NOT NULL
);

CREATE TRIGGER mark BEFORE INSERT OR UPDATE ON access
FOR EACH ROW EXECUTE FUNCTION mark_version();

INSERT INTO access (version) VALUES (1);

CREATE TABLE app (
    id             uuid        PRIMARY KEY,
    uid            text        NOT NULL CHECK (uid ~ '^[A-Za-z0-9_-]{1,64}$'),
    name           text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    -- The events of a deleted app keep their app_id. The uid can be used again.
    deleted_at     timestamptz,
    -- The version of the latest change of this row. Processes fetch only rows with newer versions.
    access_version bigint      NOT NULL
);

CREATE UNIQUE INDEX app_uid ON app (uid) WHERE deleted_at IS NULL;
CREATE INDEX app_by_access_version ON app (access_version);

-- The default app exists from the start, so that single-tenant users need not know about apps.
INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
VALUES ('00000000-0000-7000-8000-000000000001', 'default', 'Default', now(), now(), 1);

-- The internal app. Waybill publishes events about the customers' endpoints to it.
INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
VALUES ('00000000-0000-7000-8000-000000000002', 'platform', 'Platform', now(), now(), 1);

-- Which app is which, as in the class Apps. The planner inlines these functions, so that queries
-- and partial indexes that use them match.
CREATE FUNCTION is_default_app(app_id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN app_id = '00000000-0000-7000-8000-000000000001'::uuid;

-- Lists and statistics of all apps leave the internal app out.
CREATE FUNCTION is_internal_app(app_id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN app_id = '00000000-0000-7000-8000-000000000002'::uuid;

-- The operator's keys that encrypt secrets in this database, by id. The probe verifies a key when
-- the service starts. A retired key encrypts nothing new.
CREATE TABLE encryption_key (
    id         text        PRIMARY KEY CHECK (id ~ '^[0-9a-f]{8}$'),
    probe      bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz
);

-- Only hashes of keys are stored. Keys have 256 random bits, so plain SHA-256 is sufficient.
CREATE TABLE api_key (
    id             uuid        PRIMARY KEY,
    hash           bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    role           text        NOT NULL
                               CHECK (role IN ('admin', 'operator', 'viewer', 'producer', 'app')),
    app_id         uuid        REFERENCES app (id),
    mode           text        NOT NULL CHECK (mode IN ('live', 'test')),
    name           text        NOT NULL CHECK (length(name) <= 200),
    created_at     timestamptz NOT NULL,
    expires_at     timestamptz,
    revoked_at     timestamptz,
    -- Accurate to about a minute. It does not increment the version.
    last_used_at   timestamptz,
    access_version bigint      NOT NULL,
    CONSTRAINT only_role_app_has_app CHECK ((role = 'app') = (app_id IS NOT NULL))
);

CREATE INDEX api_key_by_access_version ON api_key (access_version);
CREATE INDEX api_key_by_app ON api_key (app_id, id) WHERE app_id IS NOT NULL;
