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
