-- What makes the desk a place to work at: what a list shows and sums up, who works on what, and what somebody was in the middle of.

-- To whom it was given; empty where it is everybody's.
ALTER TABLE supplier_invoices ADD COLUMN assigned_to uuid;
-- Who approved it first, where it takes a second approver; empty once it is decided.
ALTER TABLE supplier_invoices ADD COLUMN signed_by uuid;
ALTER TABLE supplier_invoices ADD COLUMN signed_at timestamptz;
-- How many findings it had when it was last released: what came later was not. Empty, in one that was released before, is all of them.
ALTER TABLE supplier_invoices ADD COLUMN released_findings integer;

CREATE TABLE invoice_notes (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  -- In the order of time.
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  text text NOT NULL,
  -- The operators who are to see it.
  mentions uuid[] NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, supplier_invoice_id, id)
);

ALTER TABLE invoice_projections ADD COLUMN due_date numeric;
ALTER TABLE invoice_projections ADD COLUMN currency text;
-- It names an invoice that it credits, or its total is below zero.
ALTER TABLE invoice_projections ADD COLUMN credit boolean NOT NULL DEFAULT false;
ALTER TABLE invoice_projections ADD COLUMN files integer NOT NULL DEFAULT 0;
ALTER TABLE invoice_projections ADD COLUMN decided_at timestamptz;
ALTER TABLE invoice_projections ADD COLUMN decided_by uuid;
ALTER TABLE invoice_projections ADD COLUMN assigned_to uuid;
ALTER TABLE invoice_projections ADD COLUMN signed_by uuid;
-- Who is mentioned in its notes.
ALTER TABLE invoice_projections ADD COLUMN mentioned uuid[] NOT NULL DEFAULT '{}';

UPDATE invoice_projections SET
  due_date = (document ->> 'paymentDueDate')::numeric,
  currency = document ->> 'currency',
  credit = coalesce(document ->> 'creditInvoiceReference', '') ~ '\S' OR coalesce(total_price < 0, false),
  files = (SELECT count(*) FROM attachments WHERE attachments.company_id = invoice.company_id AND supplier_invoice_id = invoice.id),
  decided_at = invoice.decided_at,
  decided_by = invoice.decided_by
FROM supplier_invoices AS invoice
WHERE invoice.company_id = invoice_projections.company_id AND invoice.id = invoice_projections.id;

-- What has no due date comes after everything that has one.
CREATE INDEX invoice_projections_by_due ON invoice_projections (company_id, coalesce(due_date, 4102444800000), id);
-- What is added up while somebody waits is in the index itself.
DROP INDEX invoice_projections_by_state;
CREATE INDEX invoice_projections_by_state ON invoice_projections (company_id, state, created_at, id) INCLUDE (currency, total_price);
-- What waits for a person, which is little beside what was decided.
CREATE INDEX invoice_projections_open_by_due ON invoice_projections (company_id, coalesce(due_date, 4102444800000), id)
  INCLUDE (state, currency, total_price) WHERE state IN ('received', 'held');
CREATE INDEX invoice_projections_credits ON invoice_projections (company_id, created_at, id) INCLUDE (currency, total_price) WHERE credit;
CREATE INDEX invoice_projections_without_file ON invoice_projections (company_id, created_at, id) INCLUDE (currency, total_price)
  WHERE files = 0;
-- Of all companies together, as that of the findings.
CREATE INDEX invoice_projections_by_mention ON invoice_projections USING gin (mentioned) WITH (gin_pending_list_limit = 1024)
  WHERE mentioned <> '{}';
CREATE INDEX invoice_projections_by_assigned ON invoice_projections (company_id, assigned_to, created_at, id)
  INCLUDE (currency, total_price) WHERE assigned_to IS NOT NULL;
CREATE INDEX invoice_projections_by_decided ON invoice_projections (company_id, decided_by, decided_at, id)
  INCLUDE (currency, total_price) WHERE decided_by IS NOT NULL;
-- How long decisions take is read off the index alone.
CREATE INDEX invoice_projections_by_decision ON invoice_projections (company_id, decided_at) INCLUDE (created_at) WHERE decided_at IS NOT NULL;
-- For the credit notes of a supplier, among which those of one invoice are looked for.
CREATE INDEX invoice_projections_by_credit ON invoice_projections (company_id, supplier_number, id) WHERE credit;

-- What several people see who work in a company: each operator's own, and what one shares with the others.
CREATE TABLE saved_views (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  -- Which list it is of.
  list text NOT NULL,
  name text NOT NULL,
  -- The filters and the sort, as in the address bar.
  query jsonb NOT NULL,
  shared boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, operator_id, list, name)
);

-- Many invoices that one operator decides at once: what was chosen is written down first, then decided a hundred at a time.
CREATE TABLE bulk_decisions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  decision text NOT NULL,
  reason text,
  -- Whether those are approved, too, that have findings.
  with_findings boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the first of it was decided; empty while it is only looked at.
  begun_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE bulk_decision_invoices (
  company_id uuid NOT NULL,
  bulk_id uuid NOT NULL,
  position integer NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  -- 'decided', or the code of what stood in the way; empty until its turn has come.
  outcome text,
  PRIMARY KEY (company_id, bulk_id, position)
);

-- What a company chose about how its people work together. A company that never chose has no row.
CREATE TABLE desk_settings (
  company_id uuid PRIMARY KEY,
  -- The currency of the approvers' limits.
  currency text NOT NULL,
  -- Whether a second person confirms each change of who is paid.
  payee_takes_two boolean NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Above this amount an approval takes a second approver; empty is no limit.
ALTER TABLE operator_companies ADD COLUMN approval_limit numeric;

-- A change of who is paid that waits for a second person.
CREATE TABLE supplier_proposals (
  company_id uuid NOT NULL,
  supplier_number text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  -- {field: value}
  patch jsonb NOT NULL,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, supplier_number, id)
);

-- Who proposed a change that the operator confirmed; empty where nobody had to.
ALTER TABLE supplier_changes ADD COLUMN proposed_by uuid;
ALTER TABLE supplier_changes ADD COLUMN proposed_by_name text;

-- Invoices of a blocked supplier are held.
ALTER TABLE suppliers ADD COLUMN blocked_at timestamptz;
ALTER TABLE suppliers ADD COLUMN blocked_reason text;
ALTER TABLE supplier_projections ADD COLUMN blocked boolean NOT NULL DEFAULT false;
-- The name of the operator who registered it; empty where a partner or an import did.
ALTER TABLE suppliers ADD COLUMN created_by text;

-- How an operator likes things shown: language, colours, time zone, columns.
ALTER TABLE operators ADD COLUMN preferences jsonb NOT NULL DEFAULT '{}';

-- What tells one token from another; those from before have neither.
ALTER TABLE access_tokens ADD COLUMN name text;
ALTER TABLE access_tokens ADD COLUMN first_characters text;
