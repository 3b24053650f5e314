-- +goose Up
-- What operators wrote about users, for each other.
CREATE TABLE people_note (
    id       TEXT   NOT NULL PRIMARY KEY,
    user_id  TEXT   NOT NULL REFERENCES user_person (id),
    staff_id TEXT   NOT NULL,
    text     TEXT   NOT NULL,
    at       BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX people_note_user ON people_note (user_id, id);
