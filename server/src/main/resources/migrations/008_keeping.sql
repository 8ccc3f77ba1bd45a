-- Keeping and forgetting: days are dropped, what is open stays.

-- Whether somebody still has to do something about a delivery that ended badly.
CREATE FUNCTION is_open_letter(state text, reason text, letter_closed_at timestamptz)
RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN (state = 'failed' OR reason = 'deadline') AND letter_closed_at IS NULL;

-- One row: when a day was last forgotten. A clock that is a year ahead must not take everything
-- along at once.
CREATE TABLE forgetting (
    single       boolean     PRIMARY KEY DEFAULT true CHECK (single),
    forgotten_at timestamptz NOT NULL
);
