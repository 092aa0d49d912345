-- The rev of the object that a delivery is about; none of a media.
ALTER TABLE webhook_deliveries ADD COLUMN item_rev INTEGER;
