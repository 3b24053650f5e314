-- +goose Up
-- Scheduled work: one row per job and period; the cursor moves with the work.
CREATE TABLE job_run (
    id         TEXT   NOT NULL PRIMARY KEY,
    job        TEXT   NOT NULL,
    period     BIGINT NOT NULL,
    cursor     TEXT   NOT NULL,
    done       BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX job_run_job ON job_run (job, period);

-- Items that failed and are tried again later, so that they hold up no others.
-- id is job|subject; remind_at is when the log tells of it next.
CREATE TABLE job_parked (
    id        TEXT   NOT NULL PRIMARY KEY,
    job       TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    since     BIGINT NOT NULL,
    retry_at  BIGINT NOT NULL,
    tries     BIGINT NOT NULL CHECK (tries >= 1),
    cause     TEXT   NOT NULL,
    remind_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX job_parked_retry ON job_parked (job, retry_at);
CREATE INDEX job_parked_remind ON job_parked (remind_at);
CREATE INDEX job_parked_since ON job_parked (since, id);
CREATE INDEX job_parked_job ON job_parked (job, since, id);
