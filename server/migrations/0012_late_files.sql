-- How the invoice had been decided when the file arrived; null where it had not been, and for files from before this was noted.
ALTER TABLE attachments ADD COLUMN after_decision text;
ALTER TABLE attachments ADD CONSTRAINT attachments_after_decision_check CHECK (after_decision IN ('approved', 'rejected'));
