-- What operators decide, and what they find suppliers, invoices and work orders by.

-- Finds any part of a text by its groups of three letters.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE supplier_invoices
  ADD COLUMN decided_at timestamptz,
  -- The operator; the event and the audit entry also keep the name.
  ADD COLUMN decided_by uuid,
  -- Why it was rejected, or the comment that came with the approval.
  ADD COLUMN reason text;

ALTER TABLE supplier_invoices
  ADD CONSTRAINT supplier_invoices_decided CHECK ((decided_at IS NOT NULL) = (state IN ('approved', 'rejected')));

ALTER TABLE supplier_invoices ADD CONSTRAINT supplier_invoices_decided_by CHECK ((decided_by IS NULL) = (decided_at IS NULL));

ALTER TABLE supplier_invoices ADD CONSTRAINT supplier_invoices_rejected_for CHECK (state <> 'rejected' OR reason IS NOT NULL);

ALTER TABLE work_orders
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN decided_by uuid,
  ADD COLUMN reason text;

ALTER TABLE work_orders ADD CONSTRAINT work_orders_decided CHECK ((decided_at IS NOT NULL) = (state IN ('done', 'cancelled')));

ALTER TABLE work_orders ADD CONSTRAINT work_orders_decided_by CHECK ((decided_by IS NULL) = (decided_at IS NULL));

ALTER TABLE work_orders ADD CONSTRAINT work_orders_cancelled_for CHECK (state <> 'cancelled' OR reason IS NOT NULL);

-- The timeline of one invoice or work order. How it began stands in its own row, so the door's events cost nothing here.
CREATE INDEX events_by_subject ON events (company_id, subject_id, seq)
  WHERE type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created');

-- How far those have come who read a company's events in their order.
CREATE TABLE event_positions (
  company_id uuid NOT NULL,
  follower text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (company_id, follower)
);

-- What operators look through. It follows the events and could be made anew from the records; its indexes would cost the
-- door more than all else that it does.
CREATE TABLE listed_invoices (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL,
  partner_id uuid NOT NULL,
  supplier_number text COLLATE "C" NOT NULL,
  project_name text,
  total_price numeric,
  invoice_date numeric,
  -- In lower case, each field after a line feed.
  search text NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Most texts are in few invoices: with the usual hundred samples the planner could not tell rare from common.
ALTER TABLE listed_invoices ALTER COLUMN search SET STATISTICS 500;

CREATE INDEX listed_invoices_by_time ON listed_invoices (company_id, created_at, id);
CREATE INDEX listed_invoices_by_state ON listed_invoices (company_id, state, created_at, id);
CREATE INDEX listed_invoices_by_supplier ON listed_invoices (company_id, supplier_number, created_at, id);
CREATE INDEX listed_invoices_by_partner ON listed_invoices (company_id, partner_id, created_at, id);
CREATE INDEX listed_invoices_by_project ON listed_invoices (company_id, lower(project_name), created_at, id);
-- Where nothing was sent, the invoice comes before all others.
CREATE INDEX listed_invoices_by_total ON listed_invoices (company_id, coalesce(total_price, -1e15), id);
CREATE INDEX listed_invoices_by_date ON listed_invoices (company_id, coalesce(invoice_date, 0), id);
-- Of all companies together: the rows that it finds are told apart afterwards. The list of what is yet to be sorted
-- into it is kept short, since every search reads that list whole.
CREATE INDEX listed_invoices_by_text ON listed_invoices USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);

CREATE TABLE listed_suppliers (
  company_id uuid NOT NULL,
  number text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  partner_id uuid,
  search text NOT NULL,
  PRIMARY KEY (company_id, number)
);

CREATE INDEX listed_suppliers_by_name ON listed_suppliers (company_id, name, number);
CREATE INDEX listed_suppliers_by_change ON listed_suppliers (company_id, updated_at, number);
CREATE INDEX listed_suppliers_by_arrival ON listed_suppliers (company_id, created_at, partner_id);
CREATE INDEX listed_suppliers_by_text ON listed_suppliers USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);

CREATE TABLE listed_work_orders (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL,
  partner_id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  search text NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE INDEX listed_work_orders_by_time ON listed_work_orders (company_id, created_at, id);
CREATE INDEX listed_work_orders_by_state ON listed_work_orders (company_id, state, created_at, id);
CREATE INDEX listed_work_orders_by_project ON listed_work_orders (company_id, project_id, created_at, id);
CREATE INDEX listed_work_orders_by_partner ON listed_work_orders (company_id, partner_id, created_at, id);
CREATE INDEX listed_work_orders_by_title ON listed_work_orders (company_id, title, id);
CREATE INDEX listed_work_orders_by_text ON listed_work_orders USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
