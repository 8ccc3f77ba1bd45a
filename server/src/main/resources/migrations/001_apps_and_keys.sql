-- Who publishes and who receives, and the keys they show.

-- Versions count the changes of something that every process holds in memory. A number alone does not
-- identify a state: a database that goes back (a replica that was promoted before it had received the
-- last transactions, a backup that was restored) gives out the same numbers again for other changes. So
-- each version also gets a random mark, and the latest marks are kept here. A process whose version and
-- mark are among them has a state that led to the current one and fetches what is newer; any other
-- process loads everything.
CREATE TABLE version_history (
    subject text   NOT NULL,
    version bigint NOT NULL,
    mark    uuid   NOT NULL,
    PRIMARY KEY (subject, version)
);

-- A trigger, so that no change of a version can do without a new mark. A process that is more than a
-- thousand changes behind loads everything, which is then not much more.
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

-- One row. Every change of an app or a key bumps it in the same transaction, so that each process,
-- which holds all of them in memory, finds out by reading this row.
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
    -- Its events stay and still say whose they were; its uid is free again.
    deleted_at     timestamptz,
    -- The version that brought this row's latest change: readers fetch only what is newer.
    access_version bigint      NOT NULL
);

CREATE UNIQUE INDEX app_uid ON app (uid) WHERE deleted_at IS NULL;
CREATE INDEX app_by_access_version ON app (access_version);

-- Exists from the start, so that a single-tenant user never meets the word "app".
INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
VALUES ('00000000-0000-7000-8000-000000000001', 'default', 'Default', now(), now(), 1);

-- The platform's own: what happens to its customers' endpoints is an event of this app.
INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
VALUES ('00000000-0000-7000-8000-000000000002', 'platform', 'Platform', now(), now(), 1);

-- Which app is which, as in the class Apps. The planner inlines these functions, so that queries and
-- partial indexes that use them match.
CREATE FUNCTION is_default_app(app_id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN app_id = '00000000-0000-7000-8000-000000000001'::uuid;

-- Lists and statistics of all apps leave the internal app out.
CREATE FUNCTION is_internal_app(app_id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN app_id = '00000000-0000-7000-8000-000000000002'::uuid;

-- The operator's keys that secrets in this database are sealed with, by id. A probe tells at the start
-- whether a key is the right one; nothing is sealed with a key that is retired.
CREATE TABLE encryption_key (
    id         text        PRIMARY KEY CHECK (id ~ '^[0-9a-f]{8}$'),
    probe      bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz
);

-- Keys are kept only as hashes: they have 256 random bits, so a plain SHA-256 gives nothing away.
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
    -- To the minute or so; it bumps no version.
    last_used_at   timestamptz,
    access_version bigint      NOT NULL,
    CONSTRAINT a_customers_key_and_no_other_has_an_app CHECK ((role = 'app') = (app_id IS NOT NULL))
);

CREATE INDEX api_key_by_access_version ON api_key (access_version);
CREATE INDEX api_key_by_app ON api_key (app_id, id) WHERE app_id IS NOT NULL;
