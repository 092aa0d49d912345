-- Plans that assistants have made. Nothing of a plan happens before it is applied.
CREATE TABLE assistant_plans (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  client TEXT COLLATE "C",
  command TEXT COLLATE "C" NOT NULL,
  args TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  summary TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  message TEXT COLLATE "C",
  undo TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX assistant_plans_by_end ON assistant_plans (expires_at);
