-- The text of a file that a person who looks at it cannot see, by pages as in the column text.
ALTER TABLE document_texts ADD COLUMN unseen text NOT NULL DEFAULT '';
