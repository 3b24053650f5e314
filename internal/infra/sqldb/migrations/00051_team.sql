-- +goose Up
-- Referral rewards per referrer and month, for the cap. They were the machines'.
CREATE TABLE team_referral (
    id     TEXT   NOT NULL PRIMARY KEY,
    amount BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount)
);
INSERT INTO team_referral (id, amount) SELECT id, amount FROM machine_referral;
DROP TABLE machine_referral;
