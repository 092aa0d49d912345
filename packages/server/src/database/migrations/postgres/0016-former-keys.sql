-- Keys of a bucket that were replaced and work on for a while. JSON: [{key, hash, ending, ends_at}], ends_at in UNIX ms.
ALTER TABLE buckets ADD COLUMN former_keys TEXT COLLATE "C" NOT NULL DEFAULT '[]';
