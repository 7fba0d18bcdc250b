-- The last change of each record that its partner can see. Partners' lists are read from it. It follows the events together with the
-- projections, so that accepting an invoice writes nothing more.
CREATE TABLE record_changes (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('supplierinvoice', 'workorder')),
  partner_id uuid NOT NULL,
  -- The number of the event; 0 if it was deleted before this table existed.
  seq bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

INSERT INTO record_changes (company_id, kind, id, partner_id, seq, changed_at)
SELECT invoice.company_id, 'supplierinvoice', invoice.id, partner_id, coalesce(last.seq, 0),
       coalesce(last.created_at, greatest(invoice.created_at, released_at, decided_at, booked_at))
FROM supplier_invoices AS invoice LEFT JOIN (
  SELECT DISTINCT ON (company_id, subject_id) company_id, subject_id, seq, created_at FROM events
  WHERE type LIKE 'supplierinvoice.%'
    AND type NOT IN ('supplierinvoice.signed', 'supplierinvoice.unsigned', 'supplierinvoice.noted', 'supplierinvoice.assigned')
  ORDER BY company_id, subject_id, seq DESC
) AS last ON last.company_id = invoice.company_id AND last.subject_id = invoice.id::text;

INSERT INTO record_changes (company_id, kind, id, partner_id, seq, changed_at)
SELECT work_order.company_id, 'workorder', work_order.id, partner_id, coalesce(last.seq, 0),
       coalesce(last.created_at, decided_at, work_order.created_at)
FROM work_orders AS work_order LEFT JOIN (
  SELECT DISTINCT ON (company_id, subject_id) company_id, subject_id, seq, created_at FROM events
  WHERE type LIKE 'workorder.%'
  ORDER BY company_id, subject_id, seq DESC
) AS last ON last.company_id = work_order.company_id AND last.subject_id = work_order.id::text;

CREATE INDEX record_changes_by_partner ON record_changes (company_id, partner_id, kind, seq, id);

-- Older versions move the position of the projections without noting the changes.
UPDATE doorway_versions SET lowest = '1.12.0';
