-- Who put a media into the trash.
ALTER TABLE media ADD COLUMN deleted_by TEXT;

-- How often its file was replaced by another one: a part of its address from the first time on.
ALTER TABLE media ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;
-- The file that a media had before a change set replaced it: its bytes stay as long as that can be undone.
ALTER TABLE change_set_media ADD COLUMN file_id TEXT;
CREATE INDEX change_set_media_by_file ON change_set_media (bucket_id, file_id) WHERE file_id IS NOT NULL;
