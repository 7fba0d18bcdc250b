-- A bulk can also ask partners, assign invoices, or take back the decisions of an earlier bulk.
ALTER TABLE bulk_decisions
  -- When an answer to its question is due.
  ADD COLUMN due_at timestamptz,
  -- To whom the invoices are assigned; empty for nobody.
  ADD COLUMN assignee_id uuid;

-- The number of the decision's event; in a bulk that takes decisions back, of the one that is taken back.
ALTER TABLE bulk_decision_invoices ADD COLUMN decision_seq bigint;
