-- What lists of revisions ask for without reading states, and a name. The state that an object has gets a row, too, when it
-- is named.
ALTER TABLE revisions ADD COLUMN status TEXT COLLATE "C" NOT NULL DEFAULT 'draft';
ALTER TABLE revisions ADD COLUMN name TEXT COLLATE "C";
UPDATE revisions SET status = 'published' WHERE (state::json)->>'status' = 'published';

-- Days after which only the last revision of each day is kept; null keeps all.
ALTER TABLE buckets ADD COLUMN thin_revisions_after BIGINT;

-- Comments on objects, or on a field of one; a reply has the comment that began its thread as its parent.
CREATE TABLE comments (
  bucket_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  object_id TEXT COLLATE "C" NOT NULL,
  parent_id TEXT COLLATE "C",
  -- The id of a metafield, which renaming it does not change; or title, slug, content.
  metafield_id TEXT COLLATE "C",
  text TEXT COLLATE "C" NOT NULL,
  -- JSON: names of media.
  attachments TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  resolved BIGINT NOT NULL DEFAULT 0,
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE,
  FOREIGN KEY (bucket_id, parent_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX comments_by_object ON comments (bucket_id, object_id, id);
CREATE INDEX comments_by_parent ON comments (bucket_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_open ON comments (bucket_id, id) WHERE parent_id IS NULL AND resolved = 0;

CREATE TABLE comment_reactions (
  bucket_id TEXT COLLATE "C" NOT NULL,
  comment_id TEXT COLLATE "C" NOT NULL,
  emoji TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, comment_id, emoji, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
);

-- Whom a comment mentions: what waits for them until they read it, and the mails about it.
CREATE TABLE comment_mentions (
  bucket_id TEXT COLLATE "C" NOT NULL,
  comment_id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  -- The comment that began the thread.
  thread_id TEXT COLLATE "C" NOT NULL,
  read_at TEXT COLLATE "C",
  mailed_at TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, comment_id, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_by_user ON comment_mentions (bucket_id, user_id, thread_id);
