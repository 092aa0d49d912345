-- What went by in a calendar month (UTC) of what plans limit, for each project or workspace that is billed.
CREATE TABLE metered_usage (
  place_id TEXT COLLATE "C" NOT NULL,
  -- 2026-11
  month TEXT COLLATE "C" NOT NULL,
  meter TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL,
  -- The share of the limit that admins were last told of, in percent.
  told BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (place_id, month, meter)
);
CREATE INDEX metered_usage_by_month ON metered_usage (month);
