-- Plans that assistants have made. Nothing of a plan happens before it is applied.
CREATE TABLE assistant_plans (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  client TEXT,
  command TEXT NOT NULL,
  args TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  state TEXT NOT NULL,
  message TEXT,
  undo TEXT,
  created_at TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT;
CREATE INDEX assistant_plans_by_end ON assistant_plans (expires_at);
