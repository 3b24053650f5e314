-- +goose Up
-- People. address is the EIP-55 form that is shown; address_key its lower
-- case, by which it is found. parent_id is set once, when the row is made.
CREATE TABLE user_person (
    id               TEXT   NOT NULL PRIMARY KEY,
    address          TEXT   NOT NULL,
    address_key      TEXT   NOT NULL UNIQUE,
    nick_name        TEXT   NOT NULL,
    image            TEXT   NOT NULL,
    referral_code    TEXT   NOT NULL UNIQUE,
    parent_id        TEXT   REFERENCES user_person (id),
    earned_level     BIGINT NOT NULL CHECK (earned_level BETWEEN 0 AND 5),
    gift_level       BIGINT NOT NULL CHECK (gift_level BETWEEN 0 AND 5),
    is_robot         BIGINT NOT NULL CHECK (is_robot IN (0, 1)),
    suspended_reason TEXT   NOT NULL,
    -- Until when somebody may not sign in; 0 with a reason is until people end it. It stays
    -- when the suspension is over, and says when that was.
    suspended_until  BIGINT NOT NULL DEFAULT 0,
    -- When somebody was last barred; 0 where never.
    suspended_since  BIGINT NOT NULL DEFAULT 0,
    created_at       BIGINT NOT NULL,
    CHECK (parent_id <> id)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX user_person_parent ON user_person (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX user_person_suspended ON user_person (id) WHERE suspended_reason <> '';
CREATE INDEX user_person_nick_name ON user_person (nick_name, id);

-- How an address proved itself. chain_id is where a contract did, and 0 for a plain
-- wallet, which is the same on every chain. message and signature are the first
-- proof.
CREATE TABLE user_wallet (
    address_key TEXT   NOT NULL PRIMARY KEY,
    kind        TEXT   NOT NULL CHECK (kind IN ('plain', 'contract')),
    chain_id    BIGINT NOT NULL,
    message     TEXT   NOT NULL,
    signature   TEXT   NOT NULL,
    proved_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- The message and signature with which each user signed up, and the address they
-- were for: whoever changes a user's address by hand does not have them.
CREATE TABLE user_proof (
    user_id     TEXT NOT NULL PRIMARY KEY REFERENCES user_person (id),
    kind        TEXT NOT NULL CHECK (kind IN ('', 'plain', 'contract')),
    address_key TEXT NOT NULL,
    message     TEXT NOT NULL,
    signature   TEXT NOT NULL
) /*sqlite WITHOUT ROWID*/;
