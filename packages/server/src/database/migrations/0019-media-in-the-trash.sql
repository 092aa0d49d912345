-- Who put a media into the trash.
ALTER TABLE media ADD COLUMN deleted_by TEXT;
