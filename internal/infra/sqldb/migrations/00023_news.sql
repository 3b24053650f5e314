-- +goose Up
-- position sorts what readers see, pinned first, then newest; it is empty until
-- an article is published. revision is the published one, 0 for none.
CREATE TABLE news_article (
    id           TEXT   NOT NULL PRIMARY KEY,
    category     TEXT   NOT NULL,
    cover        TEXT   NOT NULL,
    is_pinned    BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    revision     BIGINT NOT NULL,
    has_draft    BIGINT NOT NULL,
    languages    TEXT   NOT NULL,
    position     TEXT   NOT NULL,
    published_at BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    created_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX news_article_position ON news_article (position);
CREATE INDEX news_article_category ON news_article (category, position);

-- The published texts, by article and language.
CREATE TABLE news_text (
    id      TEXT NOT NULL PRIMARY KEY,
    title   TEXT NOT NULL,
    summary TEXT NOT NULL,
    body    TEXT NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- Every revision whole; published_at is 0 for a draft.
CREATE TABLE news_revision (
    id           TEXT   NOT NULL PRIMARY KEY,
    article_id   TEXT   NOT NULL,
    number       BIGINT NOT NULL,
    category     TEXT   NOT NULL,
    cover        TEXT   NOT NULL,
    texts        TEXT   NOT NULL,
    author       TEXT   NOT NULL,
    saved_at     BIGINT NOT NULL,
    published_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX news_revision_article ON news_revision (article_id, number);

-- The banners that editors put on the front page, by position; texts are per
-- language. shown_from and shown_until are 0 where nothing bounds them.
CREATE TABLE news_banner (
    id          TEXT   NOT NULL PRIMARY KEY,
    version     BIGINT NOT NULL,
    position    BIGINT NOT NULL,
    texts       TEXT   NOT NULL,
    target      TEXT   NOT NULL,
    cover       TEXT   NOT NULL,
    shown_from  BIGINT NOT NULL,
    shown_until BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
