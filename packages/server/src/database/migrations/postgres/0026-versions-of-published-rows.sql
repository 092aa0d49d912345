-- The bucket's version at the last write of a published row: it is read by its key alone, without the newest one beside it. 0 is
-- of before.
ALTER TABLE published_objects ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
