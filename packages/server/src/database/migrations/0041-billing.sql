-- What somebody pays with, and the tokens that they have.
CREATE TABLE billing_accounts (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- The person's id at the payment provider; null until it is needed.
  customer_id TEXT,
  email TEXT NOT NULL DEFAULT '',
  company TEXT NOT NULL DEFAULT '',
  tax_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  details_rev INTEGER NOT NULL DEFAULT 1,
  -- The sum of the person's token_entries, kept in the same write.
  balance INTEGER NOT NULL DEFAULT 0,
  reload_enabled INTEGER NOT NULL DEFAULT 0,
  reload_threshold INTEGER NOT NULL DEFAULT 500000,
  reload_package_id TEXT NOT NULL DEFAULT 'tokens-2m',
  reload_monthly_limit INTEGER NOT NULL DEFAULT 20000,
  reload_rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX billing_accounts_by_customer ON billing_accounts (customer_id) WHERE customer_id IS NOT NULL;

-- Each charge of a card, written down before the provider is asked. Its id is the key under which the provider charges once.
CREATE TABLE charges (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- tokens, reload, subscription or renewal
  kind TEXT NOT NULL,
  -- The project or workspace that a plan is for.
  place_id TEXT,
  description TEXT NOT NULL,
  package_id TEXT,
  tokens INTEGER NOT NULL DEFAULT 0,
  -- Cents.
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  -- What follows once it is paid, as JSON.
  effect TEXT,
  -- The request that asked for it: asked again, it is the same charge.
  request_key TEXT,
  status TEXT NOT NULL DEFAULT 'pending',
  failure TEXT,
  failure_rule TEXT,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX charges_of_user ON charges (user_id, id);
CREATE INDEX charges_pending ON charges (created_at) WHERE status = 'pending';
CREATE UNIQUE INDEX charges_by_request ON charges (request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX charges_one_for_a_place ON charges (place_id) WHERE place_id IS NOT NULL AND status = 'pending';
CREATE UNIQUE INDEX charges_one_reload ON charges (user_id) WHERE kind = 'reload' AND status = 'pending';

-- Tokens bought and used; rows are only added.
CREATE TABLE token_entries (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Below zero for what was used.
  tokens INTEGER NOT NULL,
  charge_id TEXT UNIQUE REFERENCES charges (id) ON DELETE CASCADE,
  bucket_id TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_entries_of_user ON token_entries (user_id, created_at);

CREATE TABLE subscriptions (
  -- Of the project or the workspace.
  place_id TEXT PRIMARY KEY,
  resource TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plan_id TEXT NOT NULL,
  "interval" TEXT NOT NULL,
  add_ons TEXT NOT NULL,
  -- What there is after this period, as JSON; null for the same.
  next TEXT,
  period_start INTEGER NOT NULL,
  period_end INTEGER NOT NULL,
  -- active or past_due
  status TEXT NOT NULL DEFAULT 'active',
  -- Since when, and when the card is charged again.
  past_due_at INTEGER,
  retry_at INTEGER,
  -- What renews it at the provider, and whose; null where we do.
  provider_id TEXT,
  provider_user_id TEXT,
  -- Set while the provider does not know the latest.
  is_unsynced INTEGER NOT NULL DEFAULT 0,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_end ON subscriptions (period_end);
CREATE INDEX subscriptions_of_user ON subscriptions (user_id);
CREATE INDEX subscriptions_unsynced ON subscriptions (place_id) WHERE is_unsynced = 1;
CREATE INDEX subscriptions_by_provider ON subscriptions (provider_id) WHERE provider_id IS NOT NULL;

-- Events of the payment provider that were applied.
CREATE TABLE payment_events (
  id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_age ON payment_events (created_at);

-- What the provider of the test mode keeps. No number of a card is stored.
CREATE TABLE test_cards (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  brand TEXT NOT NULL,
  last4 TEXT NOT NULL,
  exp_month INTEGER NOT NULL,
  exp_year INTEGER NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX test_cards_of_user ON test_cards (user_id, id);
CREATE TABLE test_intents (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE test_charges (
  key TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  failure_rule TEXT
) STRICT, WITHOUT ROWID;
