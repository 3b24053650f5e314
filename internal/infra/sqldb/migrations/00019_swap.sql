-- +goose Up
-- Quotes given to users; one is good for one swap by its user. sale says that
-- the swap is a sale to the bids, whose fee is taken from what is received.
CREATE TABLE swap_quote (
    id             TEXT   NOT NULL PRIMARY KEY,
    user_id        TEXT   NOT NULL,
    pay            TEXT   NOT NULL,
    receive        TEXT   NOT NULL,
    pay_amount     BIGINT NOT NULL CHECK (pay_amount BETWEEN 1 AND 4000000000000000000 AND CAST(pay_amount AS BIGINT) = pay_amount),
    fee            BIGINT NOT NULL CHECK (fee BETWEEN 0 AND 4000000000000000000 AND CAST(fee AS BIGINT) = fee),
    rate           BIGINT NOT NULL CHECK (rate BETWEEN 1 AND 4000000000000000000 AND CAST(rate AS BIGINT) = rate),
    receive_amount BIGINT NOT NULL CHECK (receive_amount BETWEEN 1 AND 4000000000000000000 AND CAST(receive_amount AS BIGINT) = receive_amount),
    usdt_value     BIGINT NOT NULL CHECK (usdt_value BETWEEN 0 AND 4000000000000000000 AND CAST(usdt_value AS BIGINT) = usdt_value),
    expire_at      BIGINT NOT NULL,
    used           BIGINT NOT NULL
);
CREATE INDEX swap_quote_expire ON swap_quote (expire_at);

CREATE TABLE swap_exchange (
    id             TEXT   NOT NULL PRIMARY KEY,
    user_id        TEXT   NOT NULL,
    pay            TEXT   NOT NULL,
    receive        TEXT   NOT NULL,
    pay_amount     BIGINT NOT NULL CHECK (pay_amount BETWEEN 1 AND 4000000000000000000 AND CAST(pay_amount AS BIGINT) = pay_amount),
    fee            BIGINT NOT NULL CHECK (fee BETWEEN 0 AND 4000000000000000000 AND CAST(fee AS BIGINT) = fee),
    rate           BIGINT NOT NULL CHECK (rate BETWEEN 1 AND 4000000000000000000 AND CAST(rate AS BIGINT) = rate),
    receive_amount BIGINT NOT NULL CHECK (receive_amount BETWEEN 1 AND 4000000000000000000 AND CAST(receive_amount AS BIGINT) = receive_amount),
    source         TEXT   NOT NULL,
    sale_id        TEXT   NOT NULL,
    at             BIGINT NOT NULL
);
CREATE INDEX swap_exchange_user ON swap_exchange (user_id, id);

-- What a user swapped on a platform day, in USDT, for the daily limit.
CREATE TABLE swap_user_day (
    id   TEXT   NOT NULL PRIMARY KEY,
    day  BIGINT NOT NULL,
    used BIGINT NOT NULL CHECK (used BETWEEN 0 AND 4000000000000000000 AND CAST(used AS BIGINT) = used)
);
CREATE INDEX swap_user_day_day ON swap_user_day (day);

-- What the inventory paid out of a coin on a platform day, for the house's limit.
CREATE TABLE swap_house_day (
    id   TEXT   NOT NULL PRIMARY KEY,
    day  BIGINT NOT NULL,
    paid BIGINT NOT NULL CHECK (paid BETWEEN 0 AND 4000000000000000000 AND CAST(paid AS BIGINT) = paid)
);
CREATE INDEX swap_house_day_day ON swap_house_day (day);
