-- Whether writes have to look for webhooks: it comes with the bucket's version, so that other buckets are asked nothing.
ALTER TABLE buckets ADD COLUMN has_webhooks BIGINT NOT NULL DEFAULT 0;

CREATE TABLE webhooks (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL CHECK (resource IN ('objects', 'media')),
  -- JSON: a list of events.
  events TEXT COLLATE "C" NOT NULL,
  payload BIGINT NOT NULL,
  props TEXT COLLATE "C" NOT NULL,
  -- JSON: a list of slugs.
  object_types TEXT COLLATE "C" NOT NULL,
  -- JSON: a list of keys, and sealed a list of their values.
  header_keys TEXT COLLATE "C" NOT NULL,
  header_values_sealed TEXT COLLATE "C" NOT NULL,
  secret_sealed TEXT COLLATE "C" NOT NULL,
  former_secret_sealed TEXT COLLATE "C",
  former_secret_until BIGINT,
  is_enabled BIGINT NOT NULL,
  disabled_reason TEXT COLLATE "C",
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  deleted_at TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX webhooks_deleted ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;

-- What is to be sent, written together with the change that it tells of.
CREATE TABLE webhook_deliveries (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  webhook_id TEXT COLLATE "C" NOT NULL,
  event TEXT COLLATE "C" NOT NULL,
  item_id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  -- JSON: what is sent once the object or media is not there any more.
  item TEXT COLLATE "C" NOT NULL,
  triggered_at BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'given_up')),
  attempts BIGINT NOT NULL DEFAULT 0,
  -- Attempts since somebody asked for it last; they decide how long to wait for the next one.
  tries BIGINT NOT NULL DEFAULT 0,
  -- Of the last attempt.
  status BIGINT,
  problem TEXT COLLATE "C",
  duration BIGINT,
  last_attempt_at BIGINT,
  -- Null once it is over.
  next_at BIGINT,
  lease_token TEXT COLLATE "C",
  lease_until BIGINT,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, webhook_id) REFERENCES webhooks (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (bucket_id, webhook_id, id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (bucket_id, webhook_id, state);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (bucket_id, webhook_id, next_at, id) WHERE next_at IS NOT NULL;

-- The requests that were sent for a delivery, and what came back.
CREATE TABLE webhook_attempts (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  delivery_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  duration BIGINT NOT NULL,
  status BIGINT,
  problem TEXT COLLATE "C",
  -- JSON: headers, without secret values.
  request_headers TEXT COLLATE "C" NOT NULL,
  request_body TEXT COLLATE "C" NOT NULL,
  request_size BIGINT NOT NULL,
  -- JSON; null where nothing came back.
  response_headers TEXT COLLATE "C",
  response_body TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, delivery_id, number),
  FOREIGN KEY (bucket_id, delivery_id) REFERENCES webhook_deliveries (bucket_id, id) ON DELETE CASCADE
);
