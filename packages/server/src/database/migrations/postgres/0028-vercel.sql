-- The Vercel token of a bucket. Links of the installation's token are there without one, too.
CREATE TABLE vercel_connections (
  bucket_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  token_sealed TEXT COLLATE "C",
  team_id TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);

-- Vercel projects that a bucket shows, each with whose token it was linked with.
CREATE TABLE vercel_links (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  project_id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL CHECK (source IN ('bucket', 'installation')),
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, project_id)
);
