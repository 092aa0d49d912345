-- What an assistant wrote last in an object, until a person has looked at it: JSON with the name of the assistant.
ALTER TABLE objects ADD COLUMN unreviewed TEXT;
