-- Retention: days are dropped, open deliveries stay.

-- One row: when a day was last dropped. It limits how fast days are dropped, so that a clock that
-- is a year ahead does not drop everything at once.
CREATE TABLE retention_state (
    single       boolean     PRIMARY KEY DEFAULT true CHECK (single),
    last_dropped_at timestamptz NOT NULL
);

-- Partitions that are being replaced by one that holds only the rows to keep; one row for each
-- table. All progress is stored here, so that any process can continue (Compactor).
CREATE TABLE compaction (
    table_name text   PRIMARY KEY,
    -- The partitions to replace, and the range of their ids. The nil id means no lower bound.
    sources    text[] NOT NULL CHECK (cardinality(sources) > 0),
    from_id    uuid   NOT NULL,
    until_id   uuid   NOT NULL,
    phase      text   NOT NULL CHECK (phase IN ('copying', 'archiving', 'ready')),
    -- The last id that this phase has processed.
    position   uuid   NOT NULL
);

-- Ids of rows in those partitions that were added or changed since copying began.
CREATE TABLE compaction_journal (
    number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_name text   NOT NULL,
    id         uuid   NOT NULL
);

-- The trigger function of partitions that are being copied. Other partitions have no such trigger.
CREATE FUNCTION record_compaction_change() RETURNS trigger
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

-- Kept events that lost a delivery and may have none left.
CREATE TABLE unused_event (
    id uuid PRIMARY KEY
);
