-- The hash of what is left of an entry from which a person was erased. A later entry, audit.erased, names it, and `hash`
-- stays that of the whole entry, so that the chain holds.
ALTER TABLE audit_log ADD COLUMN erased bytea;
-- When name and address of the operator were erased.
ALTER TABLE operators ADD COLUMN erased_at timestamptz;
