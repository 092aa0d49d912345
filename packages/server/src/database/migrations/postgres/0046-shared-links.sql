-- Links that show drafts to people without an account. A link shows a release, or the objects of a JSON list. Its address is
-- signed, not stored.
CREATE TABLE shared_links (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  release_id TEXT COLLATE "C",
  object_ids TEXT COLLATE "C" NOT NULL,
  password_hash TEXT COLLATE "C",
  takes_comments BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  is_revoked BIGINT NOT NULL DEFAULT 0,
  views BIGINT NOT NULL DEFAULT 0,
  last_viewed_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX shared_links_by_end ON shared_links (expires_at);

-- A comment by a shared link has the name and the e-mail address that its author entered, in place of an account.
ALTER TABLE comments ADD COLUMN guest_name TEXT COLLATE "C";
ALTER TABLE comments ADD COLUMN guest_email TEXT COLLATE "C";
