-- Objects whose public version a change put there or changed.
ALTER TABLE change_sets ADD COLUMN live_count INTEGER NOT NULL DEFAULT 0;
