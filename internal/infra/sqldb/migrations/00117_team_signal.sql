-- +goose Up
-- Rewards whose referrer's hour was not looked at yet. What was there before this
-- version is not looked at.
ALTER TABLE team_reward ADD COLUMN screened BIGINT NOT NULL DEFAULT 1 CHECK (screened IN (0, 1));
CREATE INDEX team_reward_unscreened ON team_reward (id) WHERE kind = 'referral_rewards' AND screened = 0;

-- What spoke against a user, so that it does so once: id is shared_funding|address|user.
CREATE TABLE team_signal (
    id      TEXT   NOT NULL PRIMARY KEY,
    user_id TEXT   NOT NULL,
    at      BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX team_flag_user ON team_flag (user_id, lifted_at);

-- The accounts that claimed the deposits of a wallet.
CREATE INDEX payment_transfer_claimed ON payment_transfer (sender, user_id) WHERE state = 'claimed';
