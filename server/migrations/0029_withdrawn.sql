-- A partner can withdraw its invoice until somebody has decided about it.

ALTER TABLE supplier_invoices ADD COLUMN withdrawn_at timestamptz;
ALTER TABLE supplier_invoices DROP CONSTRAINT supplier_invoices_state_check;
ALTER TABLE supplier_invoices ADD CONSTRAINT supplier_invoices_state_check
  CHECK (state IN ('received', 'held', 'approved', 'rejected', 'booked', 'withdrawn'));
ALTER TABLE supplier_invoices
  ADD CONSTRAINT supplier_invoices_withdrawn CHECK ((state = 'withdrawn') = (withdrawn_at IS NOT NULL));

-- A file may arrive for an invoice that is withdrawn.
ALTER TABLE attachments DROP CONSTRAINT attachments_after_decision_check;
ALTER TABLE attachments ADD CONSTRAINT attachments_after_decision_check
  CHECK (after_decision IN ('approved', 'rejected', 'booked', 'withdrawn'));

-- Older versions know neither the state nor its event.
UPDATE doorway_versions SET lowest = '1.12.0';
