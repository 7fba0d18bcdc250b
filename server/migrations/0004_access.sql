-- What the company changed of a supplier, field by field.
CREATE TABLE supplier_changes (
  company_id uuid NOT NULL,
  supplier_number text COLLATE "C" NOT NULL,
  -- In the order of time.
  id uuid NOT NULL,
  -- Empty for the command line, which is no operator.
  operator_id uuid,
  operator_name text NOT NULL,
  -- [{field, from, to}]
  changes jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, supplier_number, id),
  FOREIGN KEY (company_id, supplier_number) REFERENCES suppliers (company_id, number)
);

-- To the minute: these tables are copied to every machine, so they are written rarely.
ALTER TABLE access_tokens ADD COLUMN last_used_at timestamptz;
ALTER TABLE clients ADD COLUMN last_used_at timestamptz;

-- What the operator's lists are sorted by.
CREATE INDEX projects_by_name ON projects (company_id, name, id);
CREATE INDEX project_proposals_by_project ON project_proposals (company_id, project_id);
CREATE INDEX audit_log_by_time ON audit_log (company_id, created_at, id);
CREATE INDEX access_tokens_by_company ON access_tokens (company_id, partner_id, created_at);
CREATE INDEX clients_by_company ON clients (company_id, partner_id, created_at);
CREATE INDEX operator_tokens_by_operator ON operator_tokens (operator_id, created_at);
CREATE INDEX invitations_by_operator ON invitations (operator_id);
