-- Keeping and forgetting: days are dropped, what is open stays.

-- One row: when a day was last forgotten. A clock that is a year ahead must not take everything
-- along at once.
CREATE TABLE forgetting (
    single       boolean     PRIMARY KEY DEFAULT true CHECK (single),
    forgotten_at timestamptz NOT NULL
);

-- Partitions that are being replaced by one which holds only the rows to keep; one row for each table
-- at work. All progress is here, so that any process continues where another one stopped (Compactor).
CREATE TABLE compaction (
    table_name text   PRIMARY KEY,
    -- The partitions that go, and the ids they cover: from the first (nil for all before) to the second.
    sources    text[] NOT NULL CHECK (cardinality(sources) > 0),
    from_id    uuid   NOT NULL,
    until_id   uuid   NOT NULL,
    phase      text   NOT NULL CHECK (phase IN ('copying', 'archiving', 'ready')),
    -- The last id that this phase has dealt with.
    position   uuid   NOT NULL
);

-- Ids in those partitions whose rows were added or changed since the copying began.
CREATE TABLE compaction_journal (
    number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_name text   NOT NULL,
    id         uuid   NOT NULL
);

-- Put on the partitions that go, for as long as they are copied; no other row pays for it.
CREATE FUNCTION note_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_ARGV[0] IN ('delivery', 'event') THEN
        INSERT INTO compaction_journal (table_name, id) VALUES (TG_ARGV[0], NEW.id);
    ELSE
        INSERT INTO compaction_journal (table_name, id) VALUES (TG_ARGV[0], NEW.delivery_id);
    END IF;
    RETURN NULL;
END
$$;

-- Kept events that lost a delivery, and may have none left.
CREATE TABLE unused_event (
    id uuid PRIMARY KEY
);
