-- +goose Up
-- An answer is repeated until it ends; that of a refusal sooner. What was answered
-- before keeps its 30 days, in microseconds.
ALTER TABLE api_reply ADD COLUMN ends_at BIGINT NOT NULL DEFAULT 0;
UPDATE api_reply SET ends_at = created_at + 2592000000000;
DROP INDEX api_reply_created;
ALTER TABLE api_reply DROP COLUMN created_at;
CREATE INDEX api_reply_ends ON api_reply (ends_at);
