-- What became of dead letters: nothing leaves their list without a word.

-- Each time one was settled, each time it was opened again, and what was said about it while it was open;
-- only added to. Whether a letter is open
-- is said by its delivery (`letter_closed_at`), who closed it and why by the last note. Lives and goes
-- with its delivery's day.
CREATE SEQUENCE letter_note_number;

CREATE TABLE letter_note (
    delivery_id uuid        NOT NULL,
    number      bigint      NOT NULL DEFAULT nextval('letter_note_number'),
    at          timestamptz NOT NULL,
    -- As in the audit log.
    actor       text        NOT NULL,
    -- `replayed`, `superseded`, `reopened` and `noted` are Waybill's words; the others are people's.
    kind        text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    note        text        CHECK (length(note) <= 2000),
    -- The repetition that settled it.
    by_delivery uuid,
    PRIMARY KEY (delivery_id, number),
    CHECK ((kind IN ('replayed', 'superseded')) = (by_delivery IS NOT NULL))
) PARTITION BY RANGE (delivery_id);

-- A letter that was sent again stays open until its repetition is delivered, which settles it, or dies
-- too, which makes the repetition the letter to look after. Done here, because deliveries end in many
-- places. If the letter that is repeated has been superseded by another repetition meanwhile, it is that
-- one's turn, and so on: a letter that was sent again several times leaves one at most.
CREATE FUNCTION settle_repeated_letter() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    letter uuid := NEW.replay_of;
    verdict text := CASE NEW.state WHEN 'delivered' THEN 'replayed' ELSE 'superseded' END;
BEGIN
    LOOP
        UPDATE delivery
           SET letter_closed_at = NEW.updated_at
         WHERE id = letter
           AND is_open_dead_letter(reason, letter_closed_at);
        IF FOUND THEN
            INSERT INTO letter_note (delivery_id, at, actor, kind, by_delivery)
            VALUES (letter, NEW.updated_at, 'waybill', verdict, NEW.id);
            RETURN NULL;
        END IF;
        SELECT by_delivery
          INTO letter
          FROM letter_note
         WHERE delivery_id = letter
           AND kind = 'superseded'
         ORDER BY number DESC
         LIMIT 1;
        EXIT WHEN NOT FOUND;
    END LOOP;
    RETURN NULL;
END
$$;

-- Ordinary deliveries repeat nothing, and the condition is all they pay for this. What was called off
-- or went stale settles nothing: its letter is as open as before.
CREATE TRIGGER delivery_settles_letter
    AFTER UPDATE ON delivery
    FOR EACH ROW
    WHEN (NEW.replay_of IS NOT NULL
          AND OLD.state IN ('pending', 'in_flight')
          AND (NEW.state = 'delivered' OR is_dead_letter(NEW.reason)))
    EXECUTE FUNCTION settle_repeated_letter();
