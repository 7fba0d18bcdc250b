-- An administrator of a company manages its partners, operators, settings and checks. They approve without a limit.
ALTER TABLE operator_companies DROP CONSTRAINT operator_companies_role_check;
ALTER TABLE operator_companies
  ADD CONSTRAINT operator_companies_role_check CHECK (role IN ('administrator', 'approver', 'viewer', 'system'));
ALTER TABLE operator_companies
  ADD CONSTRAINT operator_companies_limit_check CHECK (role <> 'administrator' OR approval_limit IS NULL);
