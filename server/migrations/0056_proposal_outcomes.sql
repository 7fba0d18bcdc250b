-- What became of a partner's proposal, which the partner reads. Those that wait are in supplier_proposals.
CREATE TABLE supplier_proposal_outcomes (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  supplier_number text COLLATE "C" NOT NULL,
  -- {field: value}
  patch jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  -- Why it was declined; empty if it was confirmed.
  reason text,
  PRIMARY KEY (company_id, partner_id, id)
);
