-- Whether the bytes may say where they were made; null for files from before it was recorded.
ALTER TABLE files ADD COLUMN may_hold_location INTEGER;
