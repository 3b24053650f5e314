-- +goose Up
-- The catalogue. Texts are JSON objects by language code.
CREATE TABLE machine_product (
    id          TEXT   NOT NULL PRIMARY KEY,
    size        TEXT   NOT NULL,
    image       TEXT   NOT NULL,
    price       BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    power       BIGINT NOT NULL CHECK (power > 0),
    term_days   BIGINT NOT NULL CHECK (term_days > 0),
    daily_rate  BIGINT NOT NULL CHECK (daily_rate >= 0),
    etld_cap    BIGINT NOT NULL CHECK (etld_cap BETWEEN 0 AND 4000000000000000000 AND CAST(etld_cap AS BIGINT) = etld_cap),
    user_limit  BIGINT NOT NULL CHECK (user_limit > 0),
    position    BIGINT NOT NULL,
    on_sale     BIGINT NOT NULL,
    names       TEXT   NOT NULL,
    details     TEXT   NOT NULL,
    -- What is announced of a machine that is sold: from when it no longer is, and from when
    -- it has other figures. 0 is never. Pictures are ids, a JSON list.
    pictures    TEXT   NOT NULL DEFAULT '[]',
    off_sale_at BIGINT NOT NULL DEFAULT 0,
    next        TEXT   NOT NULL DEFAULT 'null',
    next_at     BIGINT NOT NULL DEFAULT 0
);

-- Machines sold per product and platform day, for "most sold".
CREATE TABLE machine_sale (
    id         TEXT   NOT NULL PRIMARY KEY,
    product_id TEXT   NOT NULL,
    day        BIGINT NOT NULL,
    sold       BIGINT NOT NULL
);
CREATE INDEX machine_sale_day ON machine_sale (day);

-- Terms by their digest; rows never change.
CREATE TABLE machine_terms (
    version TEXT NOT NULL PRIMARY KEY,
    body    TEXT NOT NULL
);

-- A machine. open is 1 until nothing can happen to it any more, its last
-- day's output included. Interest and output paid are not stored: they follow
-- from the terms, the times here, the pauses and the closed days.
CREATE TABLE machine_machine (
    id              TEXT   NOT NULL PRIMARY KEY,
    user_id         TEXT   NOT NULL,
    order_id        TEXT   NOT NULL,
    product_id      TEXT   NOT NULL,
    terms           TEXT   NOT NULL,
    power           BIGINT NOT NULL,
    state           TEXT   NOT NULL,
    before_pause    TEXT   NOT NULL,
    open            BIGINT NOT NULL,
    new_part        BIGINT NOT NULL CHECK (new_part BETWEEN 0 AND 4000000000000000000 AND CAST(new_part AS BIGINT) = new_part),
    repurchase_part BIGINT NOT NULL CHECK (repurchase_part BETWEEN 0 AND 4000000000000000000 AND CAST(repurchase_part AS BIGINT) = repurchase_part),
    fee             BIGINT NOT NULL CHECK (fee BETWEEN 0 AND 4000000000000000000 AND CAST(fee AS BIGINT) = fee),
    referral        BIGINT NOT NULL CHECK (referral BETWEEN 0 AND 4000000000000000000 AND CAST(referral AS BIGINT) = referral),
    credit_use      TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    cooling_end_at  BIGINT NOT NULL,
    start_at        BIGINT NOT NULL,
    end_at          BIGINT NOT NULL,
    ended_at        BIGINT NOT NULL,
    mining_until    BIGINT NOT NULL,
    paused_at       BIGINT NOT NULL,
    paused_us       BIGINT NOT NULL CHECK (paused_us >= 0),
    pauses          BIGINT NOT NULL,
    steps           BIGINT NOT NULL,
    ending_noticed  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX machine_machine_user ON machine_machine (user_id, open, id);
CREATE INDEX machine_machine_paused ON machine_machine (paused_at, id) WHERE state = 'paused';

-- Every change of a machine's state; rows are only ever added. id is the
-- machine's id and the number of the step.
CREATE TABLE machine_history (
    id         TEXT   NOT NULL PRIMARY KEY,
    machine_id TEXT   NOT NULL,
    from_state TEXT   NOT NULL,
    to_state   TEXT   NOT NULL,
    cause      TEXT   NOT NULL,
    actor      TEXT   NOT NULL,
    note       TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    written_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;

CREATE TABLE machine_pause (
    id         TEXT   NOT NULL PRIMARY KEY,
    machine_id TEXT   NOT NULL,
    from_at    BIGINT NOT NULL,
    until_at   BIGINT NOT NULL
);
CREATE INDEX machine_pause_machine ON machine_pause (machine_id);

-- A returned principal that makes later purchases repurchases. live is 1
-- while it may be used or restored.
CREATE TABLE machine_credit (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    rest       BIGINT NOT NULL CHECK (rest BETWEEN 0 AND amount AND CAST(rest AS BIGINT) = rest),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    live       BIGINT NOT NULL
);
CREATE INDEX machine_credit_user ON machine_credit (user_id) WHERE live = 1;

-- How far each user is settled, and when something falls due next.
CREATE TABLE machine_user (
    user_id          TEXT   NOT NULL PRIMARY KEY,
    next_due_at      BIGINT NOT NULL,
    interest_through BIGINT NOT NULL,
    output_next      BIGINT NOT NULL,
    mining           BIGINT NOT NULL,
    total_interest   BIGINT NOT NULL CHECK (total_interest BETWEEN 0 AND 4000000000000000000 AND CAST(total_interest AS BIGINT) = total_interest),
    total_output     BIGINT NOT NULL CHECK (total_output BETWEEN 0 AND 4000000000000000000 AND CAST(total_output AS BIGINT) = total_output),
    -- When the machines change next by themselves; a time that is too early only makes a
    -- job look at them.
    changes_at       BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
/*postgres ALTER TABLE machine_user SET (fillfactor = 50);*/
CREATE INDEX machine_user_changes ON machine_user (changes_at, user_id);

-- Closed platform days: the inputs of each day's output.
CREATE TABLE machine_day (
    id        TEXT   NOT NULL PRIMARY KEY,
    day       BIGINT NOT NULL UNIQUE,
    pool      BIGINT NOT NULL CHECK (pool BETWEEN 0 AND 4000000000000000000 AND CAST(pool AS BIGINT) = pool),
    budget    BIGINT NOT NULL CHECK (budget BETWEEN 0 AND 4000000000000000000 AND CAST(budget AS BIGINT) = budget),
    weight    BIGINT NOT NULL CHECK (weight >= 0),
    rate      BIGINT NOT NULL CHECK (rate BETWEEN 0 AND 4000000000000000000 AND CAST(rate AS BIGINT) = rate),
    rate_sum  BIGINT NOT NULL CHECK (rate_sum BETWEEN 0 AND 4000000000000000000 AND CAST(rate_sum AS BIGINT) = rate_sum),
    paid      BIGINT NOT NULL CHECK (paid BETWEEN 0 AND budget AND CAST(paid AS BIGINT) = paid),
    closed_at BIGINT NOT NULL
);

-- The one row of what holds for all machines together: the first day that is
-- not closed, and the interest held by unpaid payments.
CREATE TABLE machine_state (
    id          TEXT   NOT NULL PRIMARY KEY,
    open_day    BIGINT NOT NULL,
    held_unpaid BIGINT NOT NULL CHECK (held_unpaid BETWEEN 0 AND 4000000000000000000 AND CAST(held_unpaid AS BIGINT) = held_unpaid)
);

-- The secret link by which a user's calendar is read elsewhere; id is the user's. The token
-- itself is kept nowhere.
CREATE TABLE machine_calendar_link (
    id           TEXT   NOT NULL PRIMARY KEY,
    token_hash   TEXT   NOT NULL UNIQUE,
    with_amounts BIGINT NOT NULL CHECK (with_amounts IN (0, 1)),
    language     TEXT   NOT NULL,
    created_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
