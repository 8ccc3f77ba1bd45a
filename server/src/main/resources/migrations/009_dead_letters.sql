-- The history of dead letters.

-- One row for each time a dead letter was resolved, reopened or noted. Rows are never changed.
-- `delivery.dead_letter_resolved_at` states whether it is open; the last row states who resolved it
-- and why. Rows are deleted with the day of the delivery.
CREATE SEQUENCE dead_letter_note_number;

CREATE TABLE dead_letter_note (
    delivery_id uuid        NOT NULL,
    number      bigint      NOT NULL DEFAULT nextval('dead_letter_note_number'),
    at          timestamptz NOT NULL,
    -- As in the audit log.
    actor       text        NOT NULL,
    -- Waybill writes `replayed`, `superseded`, `reopened` and `noted`. Users choose other kinds.
    kind        text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    note        text        CHECK (length(note) <= 2000),
    -- The delivery that repeated this one and resolved it.
    by_delivery uuid,
    PRIMARY KEY (delivery_id, number),
    CHECK ((kind IN ('replayed', 'superseded')) = (by_delivery IS NOT NULL))
) PARTITION BY RANGE (delivery_id);

-- A dead letter that was sent again stays open until the new delivery ends. If that is delivered,
-- the dead letter is resolved as replayed. If it becomes a dead letter, the old one is resolved as
-- superseded. A trigger does this, because many statements end deliveries. If another repetition
-- has superseded the dead letter meanwhile, the function follows the chain, so that at most one
-- dead letter stays open.
CREATE FUNCTION resolve_replayed_dead_letter() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    dead_letter uuid := NEW.replay_of;
    resolution text := CASE NEW.state WHEN 'delivered' THEN 'replayed' ELSE 'superseded' END;
BEGIN
    -- A repetition that is cancelled or expires by its TTL resolves nothing.
    IF OLD.state NOT IN ('pending', 'in_flight')
       OR NOT (NEW.state = 'delivered' OR COALESCE(is_dead_letter(NEW.reason), false))
    THEN
        RETURN NULL;
    END IF;
    LOOP
        UPDATE delivery
           SET dead_letter_resolved_at = NEW.updated_at
         WHERE id = dead_letter
           AND is_open_dead_letter(reason, dead_letter_resolved_at);
        IF FOUND THEN
            INSERT INTO dead_letter_note (delivery_id, at, actor, kind, by_delivery)
            VALUES (dead_letter, NEW.updated_at, 'waybill', resolution, NEW.id);
            RETURN NULL;
        END IF;
        SELECT by_delivery
          INTO dead_letter
          FROM dead_letter_note
         WHERE delivery_id = dead_letter
           AND kind = 'superseded'
         ORDER BY number DESC
         LIMIT 1;
        EXIT WHEN NOT FOUND;
    END LOOP;
    RETURN NULL;
END
$$;

-- Ordinary deliveries cost only the condition, which is short because every statement reads it
-- each time.
CREATE TRIGGER delivery_resolves_dead_letter
    AFTER UPDATE ON delivery
    FOR EACH ROW
    WHEN (NEW.replay_of IS NOT NULL)
    EXECUTE FUNCTION resolve_replayed_dead_letter();
