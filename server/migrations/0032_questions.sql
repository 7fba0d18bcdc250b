-- Questions of operators to the partner that sent an invoice.
CREATE TABLE invoice_questions (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  -- In the order of time.
  id uuid NOT NULL,
  text text NOT NULL,
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Null if the partner may take its time.
  due_at timestamptz,
  answer text,
  answered_at timestamptz,
  -- The partner.
  answered_by uuid,
  -- The answer's whole body as it was sent, if it has fields that the interface does not know.
  answer_document json,
  -- When a decision about the invoice made an answer pointless.
  closed_at timestamptz,
  PRIMARY KEY (company_id, supplier_invoice_id, id),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  CHECK (answered_at IS NULL OR closed_at IS NULL)
);

-- While a question is open: the first time at which an answer is due, infinity if none is. Otherwise null.
ALTER TABLE invoice_projections ADD COLUMN waits_until timestamptz;
-- The operator who asked the question that was answered last, until the invoice is decided.
ALTER TABLE invoice_projections ADD COLUMN answered_for uuid;

-- Queues leave out invoices that wait for the partner, so the indexes that queues are counted by have the column.
DROP INDEX invoice_projections_by_state;
CREATE INDEX invoice_projections_by_state ON invoice_projections (company_id, state, created_at, id)
  INCLUDE (currency, total_price, waits_until);
DROP INDEX invoice_projections_open_by_due;
CREATE INDEX invoice_projections_open_by_due ON invoice_projections (company_id, coalesce(due_date, 4102444800000), id)
  INCLUDE (state, currency, total_price, credit, waits_until) WHERE state IN ('received', 'held');
DROP INDEX invoice_projections_signed;
CREATE INDEX invoice_projections_signed ON invoice_projections (company_id, created_at, id)
  INCLUDE (state, currency, total_price, signed_by, waits_until) WHERE signed_by IS NOT NULL;

-- Both are few.
CREATE INDEX invoice_projections_waiting ON invoice_projections (company_id, created_at, id)
  INCLUDE (state, currency, total_price, waits_until) WHERE waits_until IS NOT NULL;
CREATE INDEX invoice_projections_answered ON invoice_projections (company_id, answered_for, created_at, id)
  INCLUDE (waits_until) WHERE answered_for IS NOT NULL;
