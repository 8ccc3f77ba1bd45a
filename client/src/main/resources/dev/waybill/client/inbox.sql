-- The tables of Inbox, in the receiver's own PostgreSQL. The statements can be run again.

CREATE TABLE IF NOT EXISTS waybill_inbox (
    consumer text NOT NULL DEFAULT '',
    webhook_id text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, webhook_id)
);

CREATE INDEX IF NOT EXISTS waybill_inbox_received_at ON waybill_inbox (received_at);

CREATE TABLE IF NOT EXISTS waybill_inbox_sequence (
    consumer text NOT NULL DEFAULT '',
    ordering_key text NOT NULL,
    sequence bigint NOT NULL,
    PRIMARY KEY (consumer, ordering_key)
);
