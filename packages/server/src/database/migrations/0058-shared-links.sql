-- Links that show drafts to people without an account. A link shows a release, or the objects of a JSON list. Its address is
-- signed, not stored.
CREATE TABLE shared_links (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  release_id TEXT,
  object_ids TEXT NOT NULL,
  password_hash TEXT,
  takes_comments INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  is_revoked INTEGER NOT NULL DEFAULT 0,
  views INTEGER NOT NULL DEFAULT 0,
  last_viewed_at TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_links_by_end ON shared_links (expires_at);

-- A comment by a shared link has the name and the e-mail address that its author entered, in place of an account.
ALTER TABLE comments ADD COLUMN guest_name TEXT;
ALTER TABLE comments ADD COLUMN guest_email TEXT;
