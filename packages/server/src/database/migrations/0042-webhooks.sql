-- Whether writes have to look for webhooks: it comes with the bucket's version, so that other buckets are asked nothing.
ALTER TABLE buckets ADD COLUMN has_webhooks INTEGER NOT NULL DEFAULT 0;

CREATE TABLE webhooks (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  resource TEXT NOT NULL CHECK (resource IN ('objects', 'media')),
  -- JSON: a list of events.
  events TEXT NOT NULL,
  payload INTEGER NOT NULL,
  props TEXT NOT NULL,
  -- JSON: a list of slugs.
  object_types TEXT NOT NULL,
  -- JSON: a list of keys, and sealed a list of their values.
  header_keys TEXT NOT NULL,
  header_values_sealed TEXT NOT NULL,
  secret_sealed TEXT NOT NULL,
  former_secret_sealed TEXT,
  former_secret_until INTEGER,
  is_enabled INTEGER NOT NULL,
  disabled_reason TEXT,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  deleted_at TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhooks_deleted ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;

-- What is to be sent, written together with the change that it tells of.
CREATE TABLE webhook_deliveries (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  event TEXT NOT NULL,
  item_id TEXT NOT NULL,
  title TEXT NOT NULL,
  -- JSON: what is sent once the object or media is not there any more.
  item TEXT NOT NULL,
  triggered_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Attempts since somebody asked for it last; they decide how long to wait for the next one.
  tries INTEGER NOT NULL DEFAULT 0,
  -- Of the last attempt.
  status INTEGER,
  problem TEXT,
  duration INTEGER,
  last_attempt_at INTEGER,
  -- Null once it is over.
  next_at INTEGER,
  lease_token TEXT,
  lease_until INTEGER,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, webhook_id) REFERENCES webhooks (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (bucket_id, webhook_id, id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (bucket_id, webhook_id, state);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (bucket_id, webhook_id, next_at, id) WHERE next_at IS NOT NULL;

-- The requests that were sent for a delivery, and what came back.
CREATE TABLE webhook_attempts (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  delivery_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duration INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  -- JSON: headers, without secret values.
  request_headers TEXT NOT NULL,
  request_body TEXT NOT NULL,
  request_size INTEGER NOT NULL,
  -- JSON; null where nothing came back.
  response_headers TEXT,
  response_body TEXT,
  PRIMARY KEY (bucket_id, delivery_id, number),
  FOREIGN KEY (bucket_id, delivery_id) REFERENCES webhook_deliveries (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
