-- +goose Up
-- Transfers that could not be credited are parked like all that jobs work on.
INSERT INTO job_parked (id, job, subject, since, retry_at, tries, cause, remind_at)
    SELECT 'payment_settle|' || id, 'payment_settle', id, final_at, retry_at, 1, 'it failed under an earlier version of the program', retry_at
    FROM payment_transfer WHERE state = 'final' AND retry_at > 0;
DROP INDEX payment_transfer_unsettled;
ALTER TABLE payment_transfer DROP COLUMN retry_at;
CREATE INDEX payment_transfer_unsettled ON payment_transfer (block_number, id) WHERE state = 'final';
