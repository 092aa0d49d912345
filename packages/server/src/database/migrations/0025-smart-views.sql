-- Queries over the objects of a bucket that were saved under a name, with how their list looks.
-- One that is shared is private to nobody.
CREATE TABLE smart_views (
  id TEXT PRIMARY KEY,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  private_to TEXT REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  icon TEXT,
  query_string TEXT NOT NULL,
  columns TEXT,
  sort TEXT,
  grouping TEXT,
  type TEXT,
  rank INTEGER NOT NULL,
  created_by TEXT,
  modified_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX smart_views_by_bucket ON smart_views (bucket_id, rank);
CREATE INDEX smart_views_by_person ON smart_views (private_to);
