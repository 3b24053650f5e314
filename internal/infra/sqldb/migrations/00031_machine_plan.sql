-- +goose Up
-- Interest that plans cover is paid in the order of users; only what no plan
-- covers goes by time. An index on when interest falls due would move with
-- every payment.
DROP INDEX machine_user_due;
CREATE INDEX machine_user_plan ON machine_user (plan_until, user_id) WHERE stuck = 0;
