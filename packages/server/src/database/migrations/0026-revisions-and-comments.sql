-- What lists of revisions ask for without reading states, and a name. The state that an object has gets a row, too, when it
-- is named.
ALTER TABLE revisions ADD COLUMN status TEXT NOT NULL DEFAULT 'draft';
ALTER TABLE revisions ADD COLUMN name TEXT;
UPDATE revisions SET status = 'published' WHERE json_extract(state, '$.status') = 'published';

-- Days after which only the last revision of each day is kept; null keeps all.
ALTER TABLE buckets ADD COLUMN thin_revisions_after INTEGER;

-- Comments on objects, or on a field of one; a reply has the comment that began its thread as its parent.
CREATE TABLE comments (
  bucket_id TEXT NOT NULL,
  id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  parent_id TEXT,
  -- The id of a metafield, which renaming it does not change; or title, slug, content.
  metafield_id TEXT,
  text TEXT NOT NULL,
  -- JSON: names of media.
  attachments TEXT NOT NULL DEFAULT '[]',
  resolved INTEGER NOT NULL DEFAULT 0,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE,
  FOREIGN KEY (bucket_id, parent_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX comments_by_object ON comments (bucket_id, object_id, id);
CREATE INDEX comments_by_parent ON comments (bucket_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_open ON comments (bucket_id, id) WHERE parent_id IS NULL AND resolved = 0;

CREATE TABLE comment_reactions (
  bucket_id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  emoji TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (bucket_id, comment_id, emoji, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Whom a comment mentions: what waits for them until they read it, and the mails about it.
CREATE TABLE comment_mentions (
  bucket_id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- The comment that began the thread.
  thread_id TEXT NOT NULL,
  read_at TEXT,
  mailed_at TEXT,
  PRIMARY KEY (bucket_id, comment_id, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_mentions_by_user ON comment_mentions (bucket_id, user_id, thread_id);
