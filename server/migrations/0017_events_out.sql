-- What tells the company's own systems, its partners and its people of events: bookings, webhooks and e-mail.

-- What the company's bookkeeping says of an approved invoice.
ALTER TABLE supplier_invoices ADD COLUMN booked_at timestamptz;
-- The system or operator that said so; the event and the audit entry also keep the name.
ALTER TABLE supplier_invoices ADD COLUMN booked_by uuid;
ALTER TABLE supplier_invoices ADD COLUMN voucher text;
-- The day that it is booked on there, where that was said.
ALTER TABLE supplier_invoices ADD COLUMN booked_on date;

ALTER TABLE supplier_invoices DROP CONSTRAINT supplier_invoices_state_check;
ALTER TABLE supplier_invoices
  ADD CONSTRAINT supplier_invoices_state_check CHECK (state IN ('received', 'held', 'approved', 'rejected', 'booked'));
ALTER TABLE supplier_invoices DROP CONSTRAINT supplier_invoices_decided;
ALTER TABLE supplier_invoices
  ADD CONSTRAINT supplier_invoices_decided CHECK ((decided_at IS NOT NULL) = (state IN ('approved', 'rejected', 'booked')));
ALTER TABLE supplier_invoices
  ADD CONSTRAINT supplier_invoices_booked CHECK ((state = 'booked') = (booked_at IS NOT NULL AND booked_by IS NOT NULL AND voucher IS NOT NULL));

-- A file may arrive for an invoice that is booked.
ALTER TABLE attachments DROP CONSTRAINT attachments_after_decision_check;
ALTER TABLE attachments
  ADD CONSTRAINT attachments_after_decision_check CHECK (after_decision IN ('approved', 'rejected', 'booked'));

-- A system of the company: it has tokens, and neither an e-mail address nor a password.
ALTER TABLE operators ALTER COLUMN email DROP NOT NULL;
ALTER TABLE operators ADD COLUMN system boolean NOT NULL DEFAULT false;
ALTER TABLE operators ADD CONSTRAINT operators_system CHECK (system = (email IS NULL));
ALTER TABLE operator_companies DROP CONSTRAINT operator_companies_role_check;
ALTER TABLE operator_companies
  ADD CONSTRAINT operator_companies_role_check CHECK (role IN ('approver', 'viewer', 'system'));

-- Where events are sent to.
CREATE TABLE webhook_endpoints (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The partner whose own records it is told of; empty for the company's own systems.
  partner_id uuid,
  url text NOT NULL,
  -- Which types of events; none is all.
  types text[] NOT NULL,
  -- What signs. It has to be known to be used, so it is kept as it is.
  secret text NOT NULL,
  -- The one before, which signs beside it until then.
  former_secret text,
  former_until timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL,
  switched_off_at timestamptz,
  -- 'operator', 'gone' (it answered 410) or 'failing' (for days).
  switched_off_for text,
  PRIMARY KEY (company_id, id)
);

ALTER TABLE webhook_endpoints
  ADD CONSTRAINT webhook_endpoints_off CHECK ((switched_off_at IS NULL) = (switched_off_for IS NULL));

-- How far each endpoint has come, and who is at it. Apart from the endpoint, because it changes with every event.
CREATE TABLE webhook_positions (
  company_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  -- The last event that was delivered, or that the endpoint is not told of.
  seq bigint NOT NULL,
  -- How often the next one was tried in vain, since when, and when it is tried again.
  tries integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  next_try_at timestamptz,
  -- One process delivers to an endpoint at a time; one that was killed is followed by another after a while.
  lease uuid,
  leased_until timestamptz,
  delivered_at timestamptz,
  PRIMARY KEY (company_id, endpoint_id)
);

CREATE TABLE webhook_attempts (
  company_id uuid NOT NULL,
  -- In the order of time.
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  -- 0 for a test.
  seq bigint NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  tried_at timestamptz NOT NULL,
  took_ms integer NOT NULL,
  -- What it answered; empty where it answered nothing.
  status smallint,
  -- The code of what went wrong; empty where the event was delivered.
  error text,
  -- The first bytes of the answer.
  answer text,
  -- Who asked for it; empty where nobody had to.
  asked_by uuid,
  PRIMARY KEY (company_id, id)
);

CREATE INDEX webhook_attempts_by_endpoint ON webhook_attempts (company_id, endpoint_id, id);
CREATE INDEX webhook_attempts_by_event ON webhook_attempts (company_id, endpoint_id, seq, id);

-- What operators want to be told of by e-mail.
CREATE TABLE mail_choices (
  company_id uuid NOT NULL,
  operator_id uuid NOT NULL,
  -- Invoices that are held.
  held boolean NOT NULL,
  -- A webhook endpoint that was switched off.
  endpoint_off boolean NOT NULL,
  -- A partner of whose calls more than so many in a hundred fail; empty is not at all.
  failures_percent smallint,
  -- Every morning, what waits.
  digest boolean NOT NULL,
  PRIMARY KEY (company_id, operator_id)
);

-- Up to which event mail was sent.
CREATE TABLE mail_positions (
  company_id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  -- When somebody began to look last: of several processes one looks.
  looked_at timestamptz
);

-- What an operator was told of last, so that nobody is told of the same thing again and again.
CREATE TABLE mail_told (
  company_id uuid NOT NULL,
  operator_id uuid NOT NULL,
  -- 'digest', the partner whose calls fail, or the endpoint that was switched off then.
  about text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, operator_id, about)
);
