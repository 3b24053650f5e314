-- +goose Up
-- What protects players. A limit of -1 is one that nobody set; amounts are points.
CREATE TABLE game_player (
    id             TEXT   NOT NULL PRIMARY KEY,
    adult_at       BIGINT NOT NULL,
    stake_own      BIGINT NOT NULL CHECK (stake_own >= -1 AND CAST(stake_own AS BIGINT) = stake_own),
    stake_raise    BIGINT NOT NULL CHECK (stake_raise >= -1 AND CAST(stake_raise AS BIGINT) = stake_raise),
    stake_raise_at BIGINT NOT NULL,
    stake_cap      BIGINT NOT NULL CHECK (stake_cap >= -1 AND CAST(stake_cap AS BIGINT) = stake_cap),
    loss_own       BIGINT NOT NULL CHECK (loss_own >= -1 AND CAST(loss_own AS BIGINT) = loss_own),
    loss_raise     BIGINT NOT NULL CHECK (loss_raise >= -1 AND CAST(loss_raise AS BIGINT) = loss_raise),
    loss_raise_at  BIGINT NOT NULL,
    loss_cap       BIGINT NOT NULL CHECK (loss_cap >= -1 AND CAST(loss_cap AS BIGINT) = loss_cap),
    break_kind     TEXT   NOT NULL,
    break_from     BIGINT NOT NULL,
    break_until    BIGINT NOT NULL,
    -- The play since the last reality check or long pause.
    sitting_since  BIGINT NOT NULL,
    sitting_last   BIGINT NOT NULL,
    sitting_rounds BIGINT NOT NULL CHECK (sitting_rounds >= 0 AND CAST(sitting_rounds AS BIGINT) = sitting_rounds),
    sitting_staked BIGINT NOT NULL CHECK (sitting_staked >= 0 AND CAST(sitting_staked AS BIGINT) = sitting_staked),
    sitting_won    BIGINT NOT NULL CHECK (sitting_won >= 0 AND CAST(sitting_won AS BIGINT) = sitting_won)
) /*sqlite WITHOUT ROWID*/;

-- What players staked and won on a day; id is the user, a bar, and the day.
CREATE TABLE game_day (
    id     TEXT   NOT NULL PRIMARY KEY,
    day    BIGINT NOT NULL,
    staked BIGINT NOT NULL CHECK (staked >= 0 AND CAST(staked AS BIGINT) = staked),
    won    BIGINT NOT NULL CHECK (won >= 0 AND CAST(won AS BIGINT) = won)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX game_day_day ON game_day (day);
