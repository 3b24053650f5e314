-- +goose Up
-- What all users were owed when a day ended: id is that day, YYYYMMDD. sealed is the
-- snapshot's secret, and nodes are what stands above the blocks of leaves; both are
-- empty once the snapshot has expired. text is what is anchored, empty until it is made.
CREATE TABLE solvency_snapshot (
    id      TEXT   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    state   TEXT   NOT NULL CHECK (state IN ('begun', 'made', 'expired')),
    sealed  TEXT   NOT NULL,
    people  BIGINT NOT NULL,
    text    TEXT   NOT NULL,
    nodes   TEXT   NOT NULL,
    sender  TEXT   NOT NULL,
    made_at BIGINT NOT NULL,
    CHECK ((state = 'begun') = (text = ''))
);
CREATE INDEX solvency_snapshot_state ON solvency_snapshot (state, at);

-- Neighbouring leaves of a snapshot: id is snapshot|owner of the first of them, place
-- where that one stands in the tree.
CREATE TABLE solvency_block (
    id       TEXT   NOT NULL PRIMARY KEY,
    snapshot TEXT   NOT NULL,
    place    BIGINT NOT NULL,
    leaves   TEXT   NOT NULL
);
-- Leaves are hashes: trying to pack them costs PostgreSQL seconds and saves nothing.
/*postgres ALTER TABLE solvency_block ALTER COLUMN leaves SET STORAGE EXTERNAL;*/
CREATE INDEX solvency_block_place ON solvency_block (snapshot, place);
