-- Everybody who ever released the invoice; none of them approves it. The last one is also in released_by.
ALTER TABLE supplier_invoices ADD COLUMN releasers uuid[] NOT NULL DEFAULT '{}';
UPDATE supplier_invoices SET releasers = ARRAY[released_by] WHERE released_by IS NOT NULL;
UPDATE supplier_invoices AS invoice SET releasers = earlier.operators
FROM (
  SELECT company_id, subject_id, array_agg(DISTINCT (data -> 'by' ->> 'id')::uuid) AS operators FROM events
  WHERE type = 'supplierinvoice.released' AND data -> 'by' ->> 'id' IS NOT NULL GROUP BY company_id, subject_id
) AS earlier
WHERE invoice.company_id = earlier.company_id AND invoice.id::text = earlier.subject_id AND invoice.released_by = ANY (earlier.operators);

-- The numbers of the events at which the payee was changed, the supplier blocked and the invoice released: their order
-- does not depend on a clock. NULL for what happened before; the times are compared then.
ALTER TABLE suppliers ADD COLUMN payee_changed_seq bigint;
ALTER TABLE suppliers ADD COLUMN blocked_seq bigint;
ALTER TABLE supplier_invoices ADD COLUMN released_seq bigint;

-- Changes of settings that wait for a second administrator are stored here as those of checks are; why somebody wants one.
ALTER TABLE check_proposals ADD COLUMN reason text;

-- Changes of the last 30 days that weakened a duty. For the operators who asked for them or confirmed them the stricter
-- value still counts.
CREATE TABLE weakened_settings (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  rule text NOT NULL,
  stricter text NOT NULL,
  operators uuid[] NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
