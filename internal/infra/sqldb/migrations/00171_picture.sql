-- +goose Up
-- alt says what is to be seen, by language; bytes are those of all sizes.
ALTER TABLE picture_picture ADD COLUMN alt TEXT NOT NULL DEFAULT '{}';
ALTER TABLE picture_picture ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;

-- What each size consists of, in base 64, under its file's name.
CREATE TABLE picture_content (
    name  TEXT NOT NULL PRIMARY KEY,
    coded TEXT NOT NULL
);
