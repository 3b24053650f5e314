-- +goose Up
-- The final block up to which transfers are recorded in portions; the watcher's own
-- final block moves with the last of them.
ALTER TABLE payment_chain ADD COLUMN portion_to BIGINT NOT NULL DEFAULT 0;
