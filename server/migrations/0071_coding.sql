-- The company's lists of accounts, cost centres, projects and VAT codes.
CREATE TABLE coding_values (
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('account', 'costCentre', 'project', 'vatCode')),
  code text NOT NULL,
  name text NOT NULL,
  -- An inactive value stays on invoices that have it.
  active boolean NOT NULL,
  PRIMARY KEY (company_id, kind, code)
);

CREATE TABLE invoice_codings (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  -- Copies of the invoice's, by which later codings are proposed. The project is empty if the invoice names none. With
  -- another collation than the invoice's, no index would find the supplier.
  supplier_number text COLLATE "C" NOT NULL,
  project_name text NOT NULL,
  -- One for the whole invoice, one for each line, or several with amounts.
  rows jsonb NOT NULL,
  coded_by uuid NOT NULL,
  coded_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, supplier_invoice_id)
);
CREATE INDEX invoice_codings_by_supplier ON invoice_codings (company_id, supplier_number, coded_at, supplier_invoice_id);
CREATE INDEX invoice_codings_by_project ON invoice_codings (company_id, supplier_number, project_name, coded_at, supplier_invoice_id);

ALTER TABLE desk_settings ADD COLUMN coding_required boolean NOT NULL DEFAULT false;
