-- Who vouches for a supplier's payee, and which suppliers look alike.

-- When somebody of the company confirmed the account of a supplier that a partner registered, and who. Empty where nobody has, or where the
-- company registered the supplier itself.
ALTER TABLE suppliers ADD COLUMN confirmed_at timestamptz;
ALTER TABLE suppliers ADD COLUMN confirmed_by text;

-- An operator or an import that changed an account has vouched for it.
UPDATE suppliers SET confirmed_at = changed.at, confirmed_by = changed.by
FROM (
  SELECT DISTINCT ON (company_id, supplier_number) company_id, supplier_number, created_at AS at, operator_name AS by
  FROM supplier_changes CROSS JOIN LATERAL jsonb_array_elements(changes) AS change
  WHERE change ->> 'field' IN ('bankGiro', 'postGiro', 'iban') AND change ->> 'to' <> ''
  ORDER BY company_id, supplier_number, created_at DESC
) AS changed
WHERE suppliers.company_id = changed.company_id AND suppliers.number = changed.supplier_number AND partner_id IS NOT NULL;

-- A number, a name and an organisational number as a person sees them: without case, accents and separators; letters and digits of other scripts
-- and compatibility forms as the Latin ones that they look like; O as 0, I and l as 1, rn as m, vv as w. A name is without its legal form. A Swedish VAT
-- number and a number with its century or 16 before it are the ten digits in them. Two suppliers with one of these in common look alike. Text of ASCII alone is spared the longest step.
ALTER TABLE suppliers
  -- Whether a partner registered it and nobody at the company has confirmed it.
  ADD COLUMN unconfirmed boolean NOT NULL GENERATED ALWAYS AS (partner_id IS NOT NULL AND confirmed_at IS NULL) STORED,
  ADD COLUMN number_look text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    replace(replace(translate(regexp_replace(lower((CASE WHEN octet_length(number) = length(number) THEN number ELSE translate(regexp_replace(normalize(number, NFKD), '[\u0300-\u036f]', '', 'g'), 'АаВвЕеКкМмНнОоРрСсТтХхУуІіЈјЅѕΑαΒβΕεΖΗηΙιΚκΜΝνΟοΡρΤτΥυΧχıøØđĐłŁðÐæÆœŒßɑɡօսոհ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙', 'aabbeekkmmhhooppccttxxyyiijjssaabbeezhniikkmnvooppttyuxxiooddllddaaoosagounh01234567890123456789012345678901234567890123456789') END) COLLATE "C"), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g'), 'oil', '011'), 'rn', 'm'), 'vv', 'w')
  ) STORED,
  ADD COLUMN name_look text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    replace(replace(translate(regexp_replace(regexp_replace(lower((CASE WHEN octet_length(name) = length(name) THEN name ELSE translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), 'АаВвЕеКкМмНнОоРрСсТтХхУуІіЈјЅѕΑαΒβΕεΖΗηΙιΚκΜΝνΟοΡρΤτΥυΧχıøØđĐłŁðÐæÆœŒßɑɡօսոհ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙', 'aabbeekkmmhhooppccttxxyyiijjssaabbeezhniikkmnvooppttyuxxiooddllddaaoosagounh01234567890123456789012345678901234567890123456789') END) COLLATE "C"), '\y(ab|aktiebolag|aktiebolaget|hb|handelsbolag|kb|kommanditbolag|publ|ltd|limited|plc|llc|inc|corp|gmbh|ag|as|asa|aps|oy|oyj|bv|nv|sa|srl)\y', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g'), 'oil', '011'), 'rn', 'm'), 'vv', 'w')
  ) STORED,
  ADD COLUMN organization_look text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    regexp_replace(replace(replace(translate(regexp_replace(lower((CASE WHEN octet_length(organizational_number) = length(organizational_number) THEN organizational_number ELSE translate(regexp_replace(normalize(organizational_number, NFKD), '[\u0300-\u036f]', '', 'g'), 'АаВвЕеКкМмНнОоРрСсТтХхУуІіЈјЅѕΑαΒβΕεΖΗηΙιΚκΜΝνΟοΡρΤτΥυΧχıøØđĐłŁðÐæÆœŒßɑɡօսոհ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙', 'aabbeekkmmhhooppccttxxyyiijjssaabbeezhniikkmnvooppttyuxxiooddllddaaoosagounh01234567890123456789012345678901234567890123456789') END) COLLATE "C"), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g'), 'oil', '011'), 'rn', 'm'), 'vv', 'w'), '^(?:se([0-9]{10})01|(?:16|18|19|20)([0-9]{10}))$', '\1\2')
  ) STORED;

-- The company stands second: an index that begins with it is preferred for a table without statistics, and then a whole company is read for one
-- supplier. The rest of the index makes a few of many that look alike quick to find.
CREATE INDEX suppliers_by_number_look ON suppliers (number_look, company_id, unconfirmed, number);
CREATE INDEX suppliers_by_name_look ON suppliers (name_look, company_id, unconfirmed, number);
CREATE INDEX suppliers_by_organization_look ON suppliers (organization_look, company_id, unconfirmed, number);

-- Two suppliers that look alike and of which an operator said that they are two. The smaller number comes first.
CREATE TABLE distinct_suppliers (
  company_id uuid NOT NULL,
  number text COLLATE "C" NOT NULL,
  other_number text COLLATE "C" NOT NULL CHECK (number < other_number),
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, number, other_number)
);
