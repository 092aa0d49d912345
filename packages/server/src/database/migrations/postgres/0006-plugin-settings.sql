-- What plugins keep for an account in a bucket: one JSON object for each plugin, which only that account reads.
CREATE TABLE plugin_settings (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plugin_id TEXT COLLATE "C" NOT NULL,
  settings TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, user_id, plugin_id)
);
CREATE INDEX plugin_settings_by_user ON plugin_settings (user_id);
