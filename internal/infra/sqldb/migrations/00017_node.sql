-- +goose Up
CREATE TABLE node_product (
    id          TEXT   NOT NULL PRIMARY KEY,
    level       TEXT   NOT NULL UNIQUE,
    supply      BIGINT NOT NULL CHECK (supply >= 0 AND CAST(supply AS BIGINT) = supply),
    gift        BIGINT NOT NULL,
    floor       BIGINT NOT NULL CHECK (floor > 0 AND CAST(floor AS BIGINT) = floor),
    position    BIGINT NOT NULL,
    on_sale     BIGINT NOT NULL,
    names       TEXT   NOT NULL,
    details     TEXT   NOT NULL,
    off_sale_at BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE node_node (
    id             TEXT   NOT NULL PRIMARY KEY,
    user_id        TEXT   NOT NULL,
    product_id     TEXT   NOT NULL,
    level          TEXT   NOT NULL,
    order_id       TEXT   NOT NULL,
    terms          TEXT   NOT NULL,
    price          BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    gift           BIGINT NOT NULL,
    -- payment, cooling, active, cancelled or expired.
    state          TEXT   NOT NULL,
    created_at     BIGINT NOT NULL,
    cooling_end_at BIGINT NOT NULL,
    active_at      BIGINT NOT NULL,
    ended_at       BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX node_node_user ON node_node (user_id, id);
CREATE INDEX node_node_order ON node_node (order_id);
CREATE INDEX node_node_cooling ON node_node (cooling_end_at) WHERE state = 'cooling';
CREATE INDEX node_node_active ON node_node (level, id) WHERE state IN ('active', 'cooling');

-- What the machines that started in a month brought. id is the month, 2006-01.
CREATE TABLE node_month (
    id              TEXT   NOT NULL PRIMARY KEY,
    new_part        BIGINT NOT NULL CHECK (new_part >= 0 AND CAST(new_part AS BIGINT) = new_part),
    repurchase_part BIGINT NOT NULL CHECK (repurchase_part >= 0 AND CAST(repurchase_part AS BIGINT) = repurchase_part),
    diamond         BIGINT NOT NULL CHECK (diamond >= 0 AND CAST(diamond AS BIGINT) = diamond),
    star            BIGINT NOT NULL CHECK (star >= 0 AND CAST(star AS BIGINT) = star),
    king            BIGINT NOT NULL CHECK (king >= 0 AND CAST(king AS BIGINT) = king)
);

-- One row: the month that is open, and what the pools were left with before it.
CREATE TABLE node_state (
    id         TEXT   NOT NULL PRIMARY KEY,
    open_month BIGINT NOT NULL,
    -- Fundings of the pools before this time are part of what they were left with.
    counted_to BIGINT NOT NULL,
    diamond    BIGINT NOT NULL CHECK (diamond >= 0 AND CAST(diamond AS BIGINT) = diamond),
    star       BIGINT NOT NULL CHECK (star >= 0 AND CAST(star AS BIGINT) = star),
    king       BIGINT NOT NULL CHECK (king >= 0 AND CAST(king AS BIGINT) = king)
);

-- How a pool was divided. id is the month, a hyphen and the level.
CREATE TABLE node_statement (
    id              TEXT   NOT NULL PRIMARY KEY,
    month           BIGINT NOT NULL,
    level           TEXT   NOT NULL,
    new_part        BIGINT NOT NULL CHECK (new_part BETWEEN 0 AND 4000000000000000000 AND CAST(new_part AS BIGINT) = new_part),
    repurchase_part BIGINT NOT NULL CHECK (repurchase_part BETWEEN 0 AND 4000000000000000000 AND CAST(repurchase_part AS BIGINT) = repurchase_part),
    opening         BIGINT NOT NULL CHECK (opening BETWEEN 0 AND 4000000000000000000 AND CAST(opening AS BIGINT) = opening),
    shares          BIGINT NOT NULL CHECK (shares BETWEEN 0 AND 4000000000000000000 AND CAST(shares AS BIGINT) = shares),
    funded          BIGINT NOT NULL CHECK (funded BETWEEN 0 AND 4000000000000000000 AND CAST(funded AS BIGINT) = funded),
    floor           BIGINT NOT NULL,
    nodes           BIGINT NOT NULL,
    weights         BIGINT NOT NULL,
    divided         BIGINT NOT NULL CHECK (divided BETWEEN 0 AND 4000000000000000000 AND CAST(divided AS BIGINT) = divided),
    free            BIGINT NOT NULL CHECK (free BETWEEN 0 AND 4000000000000000000 AND CAST(free AS BIGINT) = free),
    carried         BIGINT NOT NULL CHECK (carried BETWEEN 0 AND 4000000000000000000 AND CAST(carried AS BIGINT) = carried),
    closed_at       BIGINT NOT NULL
);
CREATE INDEX node_statement_month ON node_statement (month);

-- What a node gets of a statement. id is the statement's, a hyphen and the node's.
CREATE TABLE node_share (
    id        TEXT   NOT NULL PRIMARY KEY,
    statement TEXT   NOT NULL,
    month     BIGINT NOT NULL,
    node_id   TEXT   NOT NULL,
    user_id   TEXT   NOT NULL,
    weight    BIGINT NOT NULL CHECK (weight BETWEEN 0 AND 30 AND CAST(weight AS BIGINT) = weight),
    amount    BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    -- 0 until it is paid.
    paid_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX node_share_user ON node_share (month, user_id);
CREATE INDEX node_share_node ON node_share (node_id);
CREATE INDEX node_share_unpaid ON node_share (user_id) WHERE paid_at = 0;
