-- What somebody pays with, and the tokens that they have.
CREATE TABLE billing_accounts (
  user_id TEXT COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- The person's id at the payment provider; null until it is needed.
  customer_id TEXT COLLATE "C",
  email TEXT COLLATE "C" NOT NULL DEFAULT '',
  company TEXT COLLATE "C" NOT NULL DEFAULT '',
  tax_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  address TEXT COLLATE "C" NOT NULL DEFAULT '',
  details_rev BIGINT NOT NULL DEFAULT 1,
  -- The sum of the person's token_entries, kept in the same write.
  balance BIGINT NOT NULL DEFAULT 0,
  reload_enabled BIGINT NOT NULL DEFAULT 0,
  reload_threshold BIGINT NOT NULL DEFAULT 500000,
  reload_package_id TEXT COLLATE "C" NOT NULL DEFAULT 'tokens-2m',
  reload_monthly_limit BIGINT NOT NULL DEFAULT 20000,
  reload_rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX billing_accounts_by_customer ON billing_accounts (customer_id) WHERE customer_id IS NOT NULL;

-- Each charge of a card, written down before the provider is asked. Its id is the key under which the provider charges once.
CREATE TABLE charges (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- tokens, reload, subscription or renewal
  kind TEXT COLLATE "C" NOT NULL,
  -- The project or workspace that a plan is for.
  place_id TEXT COLLATE "C",
  description TEXT COLLATE "C" NOT NULL,
  package_id TEXT COLLATE "C",
  tokens BIGINT NOT NULL DEFAULT 0,
  -- Cents.
  amount BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  -- What follows once it is paid, as JSON.
  effect TEXT COLLATE "C",
  -- The request that asked for it: asked again, it is the same charge.
  request_key TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
  failure TEXT COLLATE "C",
  failure_rule TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);
CREATE INDEX charges_of_user ON charges (user_id, id);
CREATE INDEX charges_pending ON charges (created_at) WHERE status = 'pending';
CREATE UNIQUE INDEX charges_by_request ON charges (request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX charges_one_for_a_place ON charges (place_id) WHERE place_id IS NOT NULL AND status = 'pending';
CREATE UNIQUE INDEX charges_one_reload ON charges (user_id) WHERE kind = 'reload' AND status = 'pending';

-- Tokens bought and used; rows are only added.
CREATE TABLE token_entries (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Below zero for what was used.
  tokens BIGINT NOT NULL,
  charge_id TEXT COLLATE "C" UNIQUE REFERENCES charges (id) ON DELETE CASCADE,
  bucket_id TEXT COLLATE "C",
  created_at BIGINT NOT NULL
);
CREATE INDEX token_entries_of_user ON token_entries (user_id, created_at);

CREATE TABLE subscriptions (
  -- Of the project or the workspace.
  place_id TEXT COLLATE "C" PRIMARY KEY,
  resource TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plan_id TEXT COLLATE "C" NOT NULL,
  "interval" TEXT COLLATE "C" NOT NULL,
  add_ons TEXT COLLATE "C" NOT NULL,
  -- What there is after this period, as JSON; null for the same.
  next TEXT COLLATE "C",
  period_start BIGINT NOT NULL,
  period_end BIGINT NOT NULL,
  -- active or past_due
  status TEXT COLLATE "C" NOT NULL DEFAULT 'active',
  -- Since when, and when the card is charged again.
  past_due_at BIGINT,
  retry_at BIGINT,
  -- What renews it at the provider, and whose; null where we do.
  provider_id TEXT COLLATE "C",
  provider_user_id TEXT COLLATE "C",
  -- Set while the provider does not know the latest.
  is_unsynced BIGINT NOT NULL DEFAULT 0,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX subscriptions_by_end ON subscriptions (period_end);
CREATE INDEX subscriptions_of_user ON subscriptions (user_id);
CREATE INDEX subscriptions_unsynced ON subscriptions (place_id) WHERE is_unsynced = 1;
CREATE INDEX subscriptions_by_provider ON subscriptions (provider_id) WHERE provider_id IS NOT NULL;

-- Events of the payment provider that were applied.
CREATE TABLE payment_events (
  id TEXT COLLATE "C" PRIMARY KEY,
  created_at BIGINT NOT NULL
);
CREATE INDEX payment_events_by_age ON payment_events (created_at);

-- What the provider of the test mode keeps. No number of a card is stored.
CREATE TABLE test_cards (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  brand TEXT COLLATE "C" NOT NULL,
  last4 TEXT COLLATE "C" NOT NULL,
  exp_month BIGINT NOT NULL,
  exp_year BIGINT NOT NULL,
  is_default BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX test_cards_of_user ON test_cards (user_id, id);
CREATE TABLE test_intents (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status TEXT COLLATE "C" NOT NULL
);
CREATE TABLE test_charges (
  key TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL,
  failure_rule TEXT COLLATE "C"
);
