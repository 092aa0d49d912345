-- When a key of a bucket was used last, in UNIX ms and to the hour; also keys that were replaced.
CREATE TABLE key_uses (
  key_hash TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  used_at BIGINT NOT NULL
);
CREATE INDEX key_uses_by_bucket ON key_uses (bucket_id);
