-- A partner can change a supplier's contact details, and propose a change of its payee.

ALTER TABLE supplier_proposals ALTER COLUMN operator_id DROP NOT NULL;
-- The partner that proposed it; then operator_name holds the partner's name.
ALTER TABLE supplier_proposals ADD COLUMN partner_id uuid;
ALTER TABLE supplier_proposals
  ADD CONSTRAINT supplier_proposals_proposer CHECK ((operator_id IS NULL) <> (partner_id IS NULL));
-- The last proposal of a partner counts. The index also counts a partner's open proposals.
CREATE UNIQUE INDEX supplier_proposals_of_partners ON supplier_proposals (company_id, partner_id, supplier_number)
  WHERE partner_id IS NOT NULL;

-- Mail about changes that partners propose.
ALTER TABLE mail_choices ADD COLUMN proposed boolean NOT NULL DEFAULT false;
