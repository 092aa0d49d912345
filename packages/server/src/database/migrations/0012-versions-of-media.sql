-- The bucket's version at the last write, as objects have it: what an index of media has to read after a write.
ALTER TABLE media ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX media_by_version ON media (bucket_id, version, id);
