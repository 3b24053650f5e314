-- +goose Up
-- Referral rewards per referrer and month, for the cap.
CREATE TABLE team_referral (
    id     TEXT   NOT NULL PRIMARY KEY,
    amount BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount)
);

-- Users in the tree of invitations. above1 is the parent; empty where nobody is.
-- The sums follow team_change a moment later.
CREATE TABLE team_member (
    id        TEXT   NOT NULL PRIMARY KEY,
    above1    TEXT   NOT NULL,
    above2    TEXT   NOT NULL,
    above3    TEXT   NOT NULL,
    above4    TEXT   NOT NULL,
    above5    TEXT   NOT NULL,
    joined_at BIGINT NOT NULL,
    -- Descendants at each depth.
    count1    BIGINT NOT NULL CHECK (count1 >= 0 AND CAST(count1 AS BIGINT) = count1),
    count2    BIGINT NOT NULL CHECK (count2 >= 0 AND CAST(count2 AS BIGINT) = count2),
    count3    BIGINT NOT NULL CHECK (count3 >= 0 AND CAST(count3 AS BIGINT) = count3),
    count4    BIGINT NOT NULL CHECK (count4 >= 0 AND CAST(count4 AS BIGINT) = count4),
    count5    BIGINT NOT NULL CHECK (count5 >= 0 AND CAST(count5 AS BIGINT) = count5),
    -- The new part of the own machines that run, and their whole price.
    own       BIGINT NOT NULL CHECK (own BETWEEN 0 AND 4000000000000000000 AND CAST(own AS BIGINT) = own),
    principal BIGINT NOT NULL CHECK (principal BETWEEN 0 AND 4000000000000000000 AND CAST(principal AS BIGINT) = principal),
    -- The new part of descendants' machines that run, at each depth.
    below1    BIGINT NOT NULL CHECK (below1 BETWEEN 0 AND 4000000000000000000 AND CAST(below1 AS BIGINT) = below1),
    below2    BIGINT NOT NULL CHECK (below2 BETWEEN 0 AND 4000000000000000000 AND CAST(below2 AS BIGINT) = below2),
    below3    BIGINT NOT NULL CHECK (below3 BETWEEN 0 AND 4000000000000000000 AND CAST(below3 AS BIGINT) = below3),
    below4    BIGINT NOT NULL CHECK (below4 BETWEEN 0 AND 4000000000000000000 AND CAST(below4 AS BIGINT) = below4),
    below5    BIGINT NOT NULL CHECK (below5 BETWEEN 0 AND 4000000000000000000 AND CAST(below5 AS BIGINT) = below5),
    -- What started below on a day, and in its month.
    day       BIGINT NOT NULL,
    day_new   BIGINT NOT NULL CHECK (day_new BETWEEN 0 AND 4000000000000000000 AND CAST(day_new AS BIGINT) = day_new),
    month     BIGINT NOT NULL,
    month_new BIGINT NOT NULL CHECK (month_new BETWEEN 0 AND 4000000000000000000 AND CAST(month_new AS BIGINT) = month_new),
    -- By the last nightly run: the earned level, the higher of it and the gift
    -- level, what counts towards the next one, and all level rewards.
    earned    BIGINT NOT NULL CHECK (earned BETWEEN 0 AND 5),
    level     BIGINT NOT NULL CHECK (level BETWEEN earned AND 5),
    qualified BIGINT NOT NULL CHECK (qualified BETWEEN 0 AND 4000000000000000000 AND CAST(qualified AS BIGINT) = qualified),
    rewarded  BIGINT NOT NULL CHECK (rewarded BETWEEN 0 AND 4000000000000000000 AND CAST(rewarded AS BIGINT) = rewarded)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX team_member_above1 ON team_member (above1, id);
CREATE INDEX team_member_above2 ON team_member (above2, id);
CREATE INDEX team_member_above3 ON team_member (above3, id);
CREATE INDEX team_member_above4 ON team_member (above4, id);
CREATE INDEX team_member_above5 ON team_member (above5, id);
-- Those whose output is accelerated.
CREATE INDEX team_member_levelled ON team_member (id) WHERE level > 0;

-- What the sums follow: who joined, and machines that started and ended. id is the
-- kind, a hyphen and the user or machine. Rows are only ever added.
CREATE TABLE team_change (
    id        TEXT   NOT NULL PRIMARY KEY,
    kind      TEXT   NOT NULL,
    user_id   TEXT   NOT NULL,
    new_part  BIGINT NOT NULL CHECK (new_part BETWEEN 0 AND 4000000000000000000 AND CAST(new_part AS BIGINT) = new_part),
    principal BIGINT NOT NULL CHECK (principal BETWEEN 0 AND 4000000000000000000 AND CAST(principal AS BIGINT) = principal),
    at        BIGINT NOT NULL,
    counted   BIGINT NOT NULL CHECK (counted IN (0, 1))
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX team_change_uncounted ON team_change (at) WHERE counted = 0;

-- What users got for their teams. day is that of the time of effect, or the one
-- whose output was accelerated; raw an acceleration before the day's budget bounded
-- it, in state 'fixed' until it is paid.
CREATE TABLE team_reward (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    -- A type of the journal.
    kind       TEXT   NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    raw        BIGINT NOT NULL CHECK (raw BETWEEN 0 AND 4000000000000000000 AND CAST(raw AS BIGINT) = raw),
    level      BIGINT NOT NULL,
    -- Whose machine, and which, brought a referral reward.
    source_id  TEXT   NOT NULL,
    machine_id TEXT   NOT NULL,
    day        BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    -- fixed, delayed, paid or refused.
    state      TEXT   NOT NULL,
    due_at     BIGINT NOT NULL,
    reason     TEXT   NOT NULL,
    -- 0 while the referrer's hour was not looked at yet.
    screened   BIGINT NOT NULL DEFAULT 1 CHECK (screened IN (0, 1)),
    -- Why a reward was refused, in a word that every language has a text for; empty for
    -- one that was not.
    cause      TEXT   NOT NULL DEFAULT ''
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX team_reward_user ON team_reward (user_id, id);
CREATE INDEX team_reward_acceleration ON team_reward (day) WHERE kind = 'team_acceleration';
CREATE INDEX team_reward_fixed ON team_reward (day) WHERE state = 'fixed';
CREATE INDEX team_reward_delayed ON team_reward (due_at) WHERE state = 'delayed';
CREATE INDEX team_reward_unscreened ON team_reward (id) WHERE kind = 'referral_rewards' AND screened = 0;
-- What is delayed of one user's rewards.
CREATE INDEX team_reward_delayed_user ON team_reward (user_id) WHERE state = 'delayed';
CREATE INDEX team_reward_delayed_id ON team_reward (id) WHERE state = 'delayed';
CREATE INDEX team_reward_delayed_of ON team_reward (user_id, id) WHERE state = 'delayed';

-- Operators' doubts about users. scope is open or lifted.
CREATE TABLE team_flag (
    id        TEXT   NOT NULL PRIMARY KEY,
    scope     TEXT   NOT NULL,
    user_id   TEXT   NOT NULL,
    reason    TEXT   NOT NULL,
    opened_by TEXT   NOT NULL,
    opened_at BIGINT NOT NULL,
    lifted_by TEXT   NOT NULL,
    lifted    TEXT   NOT NULL,
    lifted_at BIGINT NOT NULL,
    -- A flag is of a user or of an address that funded several accounts, and then
    -- user_id is empty. What was there before are flags of users.
    address   TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX team_flag_scope ON team_flag (scope);
CREATE INDEX team_flag_user ON team_flag (user_id, lifted_at);
CREATE UNIQUE INDEX team_flag_open ON team_flag (user_id, address) WHERE scope = 'open';
CREATE INDEX team_flag_listed ON team_flag (id) WHERE scope = 'open';

-- One row: how far the nights have come.
CREATE TABLE team_state (
    id          TEXT   NOT NULL PRIMARY KEY,
    levelled    BIGINT NOT NULL,
    accelerated BIGINT NOT NULL
);

-- What spoke against a user, so that it does so once: id is shared_funding|address|user.
CREATE TABLE team_signal (
    id      TEXT   NOT NULL PRIMARY KEY,
    user_id TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    -- The flag under which an account is since its signal, or nothing.
    flag_id TEXT   NOT NULL DEFAULT ''
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX team_signal_user ON team_signal (user_id);
CREATE INDEX team_signal_flag ON team_signal (flag_id) WHERE flag_id <> '';
