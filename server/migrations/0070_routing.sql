-- Who is asked to approve an invoice. What somebody may do is decided elsewhere.
CREATE TABLE routing_rules (
  company_id uuid PRIMARY KEY,
  -- [{id, name, when, steps: [{need, people}]}], in the order in which they are tried
  rules jsonb NOT NULL,
  version bigint NOT NULL,
  -- Days with one person; empty for no mail.
  remind_after_days integer,
  escalate_after_days integer,
  -- When the last mails about waiting invoices were sent.
  mailed_at timestamptz,
  updated_at timestamptz NOT NULL
);

-- The deputy is asked in the operator's place, from the first day to the last.
CREATE TABLE absences (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  deputy_id uuid NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE INDEX absences_by_operator ON absences (company_id, operator_id, last_day);

-- Only of received and held invoices, in companies with rules or absences.
CREATE TABLE invoice_routes (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  -- Empty for the company's queue.
  waits_for uuid[] NOT NULL,
  step integer NOT NULL,
  steps integer NOT NULL,
  because jsonb NOT NULL,
  -- Since when it waits for these people.
  since timestamptz NOT NULL,
  reminded_at timestamptz,
  escalated_at timestamptz,
  PRIMARY KEY (company_id, supplier_invoice_id)
);

CREATE INDEX invoice_routes_by_person ON invoice_routes USING gin (waits_for);

CREATE TABLE route_confirmations (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  step integer NOT NULL,
  operator_id uuid NOT NULL,
  -- The rule, and the people of its step for whom the operator confirmed: the operator, or those whose deputy it was.
  rule_id uuid NOT NULL,
  confirmed_for uuid[] NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, supplier_invoice_id, step, operator_id)
);

-- Only of companies with rules or absences. The basis is a hash of the rules, the people and the day that all open
-- invoices were last routed by.
CREATE TABLE routing_state (
  company_id uuid PRIMARY KEY,
  basis text NOT NULL
);
