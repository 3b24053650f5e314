-- +goose Up
-- Income is read from the machines. What is left of a payee's schedule is when the machines
-- change next by themselves; a time that is too early only makes a job look at them.
DROP INDEX machine_user_plan;
ALTER TABLE machine_user RENAME COLUMN plan_until TO changes_at;
ALTER TABLE machine_user DROP COLUMN plan_interest;
ALTER TABLE machine_user DROP COLUMN plan_power;
ALTER TABLE machine_user DROP COLUMN plan_day;
ALTER TABLE machine_user DROP COLUMN plan_rate_sum;
CREATE INDEX machine_user_changes ON machine_user (changes_at, user_id) WHERE parked_at = 0;
