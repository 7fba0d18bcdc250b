-- When a file was erased with a person's data: its bytes are removed, its hash stays, and it is not damage.
ALTER TABLE attachments ADD COLUMN erased_at timestamptz;
