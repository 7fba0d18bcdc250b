-- What the checks at the door know, keep and are told.

-- How the sums were read, with net, VAT and gross; empty for invoices from before.
ALTER TABLE supplier_invoices ADD COLUMN sums jsonb;
-- What makes two invoices of a supplier alike: the expressions are those of checks/keys.ts. Empty where the invoice does not say it.
ALTER TABLE supplier_invoices ADD COLUMN number_key text COLLATE "C";
ALTER TABLE supplier_invoices ADD COLUMN amount_key text COLLATE "C";
ALTER TABLE supplier_invoices ADD COLUMN ocr_key text COLLATE "C";
-- When it was released for the last time, and by which operator.
ALTER TABLE supplier_invoices ADD COLUMN released_at timestamptz;
ALTER TABLE supplier_invoices ADD COLUMN released_by uuid;

UPDATE supplier_invoices SET
  number_key = nullif(regexp_replace(regexp_replace(translate(document ->> 'supplierInvoiceNumber',
    'abcdefghijklmnopqrstuvwxyzåäöoO', 'ABCDEFGHIJKLMN0PQRSTUVWXYZÅÄÖ00'), '[^0-9A-ZÅÄÖ]', '', 'g'), '^([A-ZÅÄÖ]*)0+([0-9])', '\1\2'), ''),
  amount_key = CASE WHEN (document ->> 'totalPrice')::numeric <> 0 THEN trim_scale((document ->> 'totalPrice')::numeric)::text || ' ' ||
    to_char(to_timestamp((document ->> 'invoiceDate')::float8 / 1000) AT TIME ZONE 'Europe/Stockholm', 'YYYY-MM-DD') END,
  ocr_key = nullif(regexp_replace(regexp_replace(translate(document ->> 'paymentReferenceOCR',
    'abcdefghijklmnopqrstuvwxyzåäöoO', 'ABCDEFGHIJKLMN0PQRSTUVWXYZÅÄÖ00'), '[^0-9A-ZÅÄÖ]', '', 'g'), '^([A-ZÅÄÖ]*)0+([0-9])', '\1\2'), '');

CREATE INDEX supplier_invoices_by_number ON supplier_invoices (company_id, supplier_number, number_key, id) WHERE number_key IS NOT NULL;
CREATE INDEX supplier_invoices_by_amount ON supplier_invoices (company_id, supplier_number, amount_key, id) WHERE amount_key IS NOT NULL;
CREATE INDEX supplier_invoices_by_ocr ON supplier_invoices (company_id, supplier_number, ocr_key, id) WHERE ocr_key IS NOT NULL;

-- Grows with every invoice that arrives: who has looked for earlier ones knows by it whether another came in between.
ALTER TABLE company_counters ADD COLUMN invoice_version bigint NOT NULL DEFAULT 0;

-- Who is paid: grows with every change of the account, the name or the organisational number.
ALTER TABLE suppliers ADD COLUMN payee_version integer NOT NULL DEFAULT 0;
ALTER TABLE suppliers ADD COLUMN payee_changed_at timestamptz;

UPDATE suppliers SET payee_changed_at = changed.at
FROM (
  SELECT company_id, supplier_number, max(created_at) AS at
  FROM supplier_changes CROSS JOIN LATERAL jsonb_array_elements(changes) AS change
  WHERE change ->> 'field' IN ('name', 'organizationalNumber', 'bankGiro', 'postGiro', 'iban', 'bicSwift') AND change ->> 'from' <> ''
  GROUP BY company_id, supplier_number
) AS changed
WHERE suppliers.company_id = changed.company_id AND suppliers.number = changed.supplier_number;

-- What a company chose for each rule: {"sum.line": "off", "duplicate.number": "hold"}. What is not named is as usual.
CREATE TABLE check_settings (
  company_id uuid PRIMARY KEY,
  rules jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

-- The codes of the findings that nobody has dismissed, each once.
ALTER TABLE invoice_projections ADD COLUMN findings text[] NOT NULL DEFAULT '{}';

UPDATE invoice_projections SET findings = found.codes
FROM (
  SELECT company_id, id, array_agg(DISTINCT finding ->> 'code') AS codes
  FROM supplier_invoices CROSS JOIN LATERAL jsonb_array_elements(findings) AS finding
  WHERE findings <> '[]' GROUP BY company_id, id
) AS found
WHERE invoice_projections.company_id = found.company_id AND invoice_projections.id = found.id;

CREATE INDEX invoice_projections_by_finding ON invoice_projections (company_id, created_at, id) INCLUDE (partner_id, findings)
  WHERE findings <> '{}';
-- Of all companies together: finds what few invoices have.
CREATE INDEX invoice_projections_by_code ON invoice_projections USING gin (findings) WITH (gin_pending_list_limit = 1024)
  WHERE findings <> '{}';

-- It began with the company, so that a table without statistics was gone through by it, a whole company for each supplier that was looked up.
DROP INDEX suppliers_by_bare_number;
CREATE INDEX suppliers_by_bare_number ON suppliers (ltrim(lower(translate(number, ' -_./', '')), '0'), company_id);
