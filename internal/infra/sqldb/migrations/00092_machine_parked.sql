-- +goose Up
-- Users whom the jobs leave out are parked items now. Their rows still say so, for
-- the indexes by which the jobs choose whom to pay.
INSERT INTO job_parked (id, job, subject, since, retry_at, tries, cause, remind_at)
SELECT 'machine_retry|' || user_id, 'machine_retry', user_id, stuck, stuck, 1, 'unknown: it failed before causes were kept', stuck
FROM machine_user WHERE stuck <> 0;
ALTER TABLE machine_user RENAME COLUMN stuck TO parked_at;
