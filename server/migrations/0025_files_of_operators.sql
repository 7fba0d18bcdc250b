-- Operators attach files, too: a file has a partner or an operator.
ALTER TABLE attachments ALTER COLUMN partner_id DROP NOT NULL;
ALTER TABLE attachments ADD COLUMN operator_id uuid;
ALTER TABLE attachments
  ADD CONSTRAINT attachments_attached_by_check CHECK ((partner_id IS NULL) <> (operator_id IS NULL));
