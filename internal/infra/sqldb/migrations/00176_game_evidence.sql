-- +goose Up
-- What the chain was asked for beyond a round's anchor, as JSON: a conflicting
-- transaction, and the blocks that were searched.
ALTER TABLE game_round ADD COLUMN evidence TEXT NOT NULL DEFAULT '{}';

-- What lies in a block too late means nothing: such a round had no anchor in time.
UPDATE game_round SET reason = 'no_anchor', anchor_tx = '', anchor_text = '', anchor_block = 0, anchor_at = 0 WHERE reason = 'late_anchor';
UPDATE notice_event SET kind = 'game_refunded_no_anchor' WHERE kind = 'game_refunded_late_anchor';

-- Every address that sent anchors, with the time from which it did.
CREATE TABLE game_anchor (
    since   BIGINT NOT NULL PRIMARY KEY,
    address TEXT   NOT NULL
);
