-- +goose Up
-- What was to be paid and was not is deleted once it is old.
CREATE INDEX payment_intent_unpaid ON payment_intent (closed_at) WHERE state IN ('expired', 'cancelled') AND paid = 0;
