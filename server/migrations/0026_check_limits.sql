-- Numbers that a company sets for its checks: the tolerance of sums, and the days for which a changed payee is recent.
ALTER TABLE check_settings ADD COLUMN sum_tolerance_minor_units integer NOT NULL DEFAULT 0;
ALTER TABLE check_settings ADD CONSTRAINT check_settings_sum_tolerance_minor_units_check
  CHECK (sum_tolerance_minor_units BETWEEN 0 AND 1000);
ALTER TABLE check_settings ADD COLUMN recent_days integer NOT NULL DEFAULT 30;
ALTER TABLE check_settings ADD CONSTRAINT check_settings_recent_days_check CHECK (recent_days BETWEEN 1 AND 365);
