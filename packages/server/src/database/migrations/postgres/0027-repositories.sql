-- The code repositories that build sites from the content of a bucket.
CREATE TABLE repositories (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  default_branch TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id)
);
CREATE UNIQUE INDEX repositories_by_url ON repositories (bucket_id, url);

CREATE TABLE repository_branches (
  bucket_id TEXT COLLATE "C" NOT NULL,
  repository_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  site_url TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, repository_id, name),
  FOREIGN KEY (bucket_id, repository_id) REFERENCES repositories (bucket_id, id) ON DELETE CASCADE
);
