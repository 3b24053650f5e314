-- +goose Up
-- What users want to be told of once the bids bring it. least is the average price, after
-- the fee, from which on the target can be reached. What the bids would have brought is kept
-- with the alert that they reached.
CREATE TABLE trade_alert (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    quantity   BIGINT NOT NULL,
    target     BIGINT NOT NULL,
    least      BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expire_at  BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    net        BIGINT NOT NULL,
    fee        BIGINT NOT NULL,
    average    BIGINT NOT NULL,
    worst      BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX trade_alert_user ON trade_alert (user_id, id);
CREATE INDEX trade_alert_open ON trade_alert (id) WHERE state = 'open';
