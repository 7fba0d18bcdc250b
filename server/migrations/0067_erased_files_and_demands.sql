-- When a file was erased with a person's data: its bytes are removed, its hash stays, and it is not damage.
ALTER TABLE attachments ADD COLUMN erased_at timestamptz;

-- Demands that were weakened in the last 30 days, with who asked for it and confirmed it: for them the stricter ones hold.
-- A copy of rows of weakened_settings, because whoever enters a company reads its row anyway.
ALTER TABLE companies ADD COLUMN weakened_demands jsonb NOT NULL DEFAULT '[]';
