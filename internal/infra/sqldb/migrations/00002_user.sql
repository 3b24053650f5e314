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
    created_at       BIGINT NOT NULL,
    CHECK (parent_id <> id)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX user_person_parent ON user_person (parent_id) WHERE parent_id IS NOT NULL;

-- The time of the last message each address signed in with: a message is used
-- only when its time is later.
CREATE TABLE signin_message (
    address_key TEXT   NOT NULL PRIMARY KEY,
    signed_at   BIGINT NOT NULL,
    wallet_kind TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- Sessions by the hash of their token; the token itself is stored nowhere.
-- expires_at slides with use and never passes ends_at.
CREATE TABLE signin_session (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    id         TEXT   NOT NULL UNIQUE,
    user_id    TEXT   NOT NULL REFERENCES user_person (id),
    ip         TEXT   NOT NULL,
    agent      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ends_at    BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX signin_session_user ON signin_session (user_id, created_at);
CREATE INDEX signin_session_expiry ON signin_session (expires_at);
