-- Companies, partners, clients and access tokens are small, and every other table points at them; on Citus they become
-- reference tables. All others belong to a company: each of their keys begins with company_id.

CREATE TABLE companies (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name <> ''),
  created_at timestamptz NOT NULL
);

CREATE TABLE partners (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, name)
);

-- Client credentials of OAuth 2.0: a partner exchanges them for access tokens of an hour.
CREATE TABLE clients (
  id uuid PRIMARY KEY,
  secret_hash bytea NOT NULL,
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, id)
);

CREATE TABLE access_tokens (
  hash bytea PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- The client that it was issued to; empty where an administrator made it.
  client_id uuid REFERENCES clients (id),
  FOREIGN KEY (company_id, partner_id) REFERENCES partners (company_id, id)
);

CREATE INDEX access_tokens_by_client ON access_tokens (client_id, expires_at);

CREATE TABLE company_counters (
  company_id uuid PRIMARY KEY,
  event_seq bigint NOT NULL DEFAULT 0,
  -- Grows with every change of a supplier: the ETag of the list.
  supplier_version bigint NOT NULL DEFAULT 0
);

CREATE TABLE events (
  company_id uuid NOT NULL,
  seq bigint NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  subject_id text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, seq)
);

CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  key text NOT NULL,
  operation text NOT NULL,
  -- SHA-256 of what was sent, whatever its white space and order of fields.
  fingerprint bytea NOT NULL,
  -- Empty only inside the transaction that creates the record.
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, partner_id, key)
);

CREATE TABLE suppliers (
  company_id uuid NOT NULL,
  -- Ordered by its bytes, so that a page's end means the same on every server.
  number text COLLATE "C" NOT NULL CHECK (number <> ''),
  name text NOT NULL,
  organizational_number text NOT NULL,
  city text NOT NULL,
  street text NOT NULL,
  post_index text NOT NULL,
  country text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  website text NOT NULL,
  bank_giro text NOT NULL,
  post_giro text NOT NULL,
  iban text NOT NULL,
  bic_swift text NOT NULL,
  -- Unknown fields, kept as they were sent.
  extra jsonb NOT NULL,
  -- The partner that registered it; empty where the company itself did.
  partner_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, number)
);

CREATE INDEX suppliers_by_organizational_number ON suppliers (company_id, organizational_number, number);

CREATE TABLE supplier_invoices (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  external_reference_id text NOT NULL,
  supplier_number text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'held', 'approved', 'rejected')),
  -- Every field as it was sent, unknown ones too; jsonb keeps each digit of a number.
  document jsonb NOT NULL,
  -- What looks wrong: [{code, severity, message, …}].
  findings jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, partner_id, external_reference_id),
  FOREIGN KEY (company_id, supplier_number) REFERENCES suppliers (company_id, number)
);

CREATE TABLE attachments (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  -- From 1; the most files an invoice may have.
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 50),
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL,
  extra jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, supplier_invoice_id, position),
  UNIQUE (company_id, supplier_invoice_id, sha256),
  FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES supplier_invoices (company_id, id)
);

CREATE TABLE projects (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL CHECK (number <> ''),
  name text NOT NULL CHECK (name <> ''),
  work_order_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, number)
);

CREATE TABLE project_proposals (
  company_id uuid NOT NULL,
  -- Two projects may carry the same one; a work order for it is then refused.
  proposal_id text NOT NULL CHECK (proposal_id <> ''),
  project_id uuid NOT NULL,
  PRIMARY KEY (company_id, proposal_id, project_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
);

CREATE TABLE project_facilities (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  number text NOT NULL CHECK (number <> ''),
  name text NOT NULL,
  PRIMARY KEY (company_id, project_id, number),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
);

CREATE TABLE work_orders (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  -- The partner's own id for it.
  reference text NOT NULL,
  project_id uuid NOT NULL,
  facility_number text NOT NULL,
  number integer NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done', 'cancelled')),
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, partner_id, reference),
  UNIQUE (company_id, project_id, number),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
);
