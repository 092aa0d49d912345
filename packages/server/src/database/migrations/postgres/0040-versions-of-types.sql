-- Grows with each change of a bucket's object types, or of its locales: their models are cached under it.
ALTER TABLE buckets ADD COLUMN types_version INTEGER NOT NULL DEFAULT 0;
