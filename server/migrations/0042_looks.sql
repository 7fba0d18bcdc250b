-- How a supplier's number, name and organisational number look. The service computes it (suppliers/looks.ts), because it
-- knows Unicode's table of confusable characters. Empty until the service has started once; see fill-looks.ts.
ALTER TABLE suppliers DROP COLUMN number_look;
ALTER TABLE suppliers DROP COLUMN name_look;
ALTER TABLE suppliers DROP COLUMN organization_look;
ALTER TABLE suppliers ADD COLUMN number_look text COLLATE "C";
ALTER TABLE suppliers ADD COLUMN name_look text COLLATE "C";
ALTER TABLE suppliers ADD COLUMN organization_look text COLLATE "C";

-- The company stands second, as in migration 0018.
CREATE INDEX suppliers_by_number_look ON suppliers (number_look, company_id, unconfirmed, number);
CREATE INDEX suppliers_by_name_look ON suppliers (name_look, company_id, unconfirmed, number);
CREATE INDEX suppliers_by_organization_look ON suppliers (organization_look, company_id, unconfirmed, number);
CREATE INDEX suppliers_without_look ON suppliers (company_id, number) WHERE number_look IS NULL;

-- The version of the looks of the company's suppliers and of the keys of its invoices. A new company has the current one.
ALTER TABLE company_counters ADD COLUMN looks_version integer NOT NULL DEFAULT 0;
ALTER TABLE company_counters ALTER COLUMN looks_version SET DEFAULT 1;

-- Earlier versions write suppliers without their looks.
UPDATE doorway_versions SET lowest = '1.16.0';
