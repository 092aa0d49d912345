-- Queries over the objects of a bucket that were saved under a name, with how their list looks.
-- One that is shared is private to nobody.
CREATE TABLE smart_views (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  private_to TEXT COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  icon TEXT COLLATE "C",
  query_string TEXT COLLATE "C" NOT NULL,
  columns TEXT COLLATE "C",
  sort TEXT COLLATE "C",
  grouping TEXT COLLATE "C",
  type TEXT COLLATE "C",
  rank BIGINT NOT NULL,
  created_by TEXT COLLATE "C",
  modified_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX smart_views_by_bucket ON smart_views (bucket_id, rank);
CREATE INDEX smart_views_by_person ON smart_views (private_to);
