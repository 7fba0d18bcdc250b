-- The demo company: 'filling' until all of its first records were sent. Null for every other company.
ALTER TABLE companies ADD COLUMN demo text;
ALTER TABLE companies ADD CONSTRAINT companies_demo_check CHECK (demo IN ('filling', 'filled'));
-- Earlier versions made it in one transaction, so its suppliers have exactly the time of the company. Nothing else does that.
UPDATE companies SET demo = 'filled' WHERE name = 'Demo company' AND id IN (
  SELECT company.id FROM companies AS company JOIN suppliers ON company_id = company.id AND suppliers.created_at = company.created_at
  WHERE number IN ('1001', '1002', '1003') GROUP BY company.id HAVING count(*) = 3);
