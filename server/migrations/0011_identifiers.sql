-- Identifiers are compared and stored in NFC, without white space at their ends; those that are there already become so where no
-- two become equal. What cannot, or has a character that nobody sees, stays as it is: doorway doctor names it. Both
-- expressions are those of identifiers.ts.

-- What the record is known by that a key led to; empty for keys from before this.
ALTER TABLE idempotency_keys ADD COLUMN subject_id text;

-- For the nearest number to one that is unknown. The expression is that of suppliers/nearest-store.ts.
CREATE INDEX suppliers_by_bare_number ON suppliers (company_id, ltrim(lower(translate(number, ' -_./', '')), '0'));

-- Headers were kept with a character for each byte, but those that are not ASCII are UTF-8.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN SELECT company_id, partner_id, key FROM idempotency_keys WHERE key ~ '[\u0080-\u00FF]' LOOP
    BEGIN
      UPDATE idempotency_keys SET key = convert_from(convert_to(found.key, 'LATIN1'), 'UTF8')
      WHERE company_id = found.company_id AND partner_id = found.partner_id AND key = found.key;
    EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character OR unique_violation THEN
      NULL;
    END;
  END LOOP;
END $$;

DO $$
DECLARE
  normal CONSTANT text := $sql$normalize(btrim(%1$I, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'), NFC)$sql$;
  hidden CONSTANT text := '[\U00000001-\U0000001f\U0000007f-\U0000009f\U000000ad\U0000034f\U0000061c\U0000180b-\U0000180f\U0000200b-\U0000200f\U00002028-\U0000202e\U00002060-\U0000206f\U0000fe00-\U0000fe0f\U0000feff\U0000fff9-\U0000fffb\U000e0000-\U000e0fff]';
  unusual CONSTANT text := '%1$I !~ ''^[!-~]([ -~]*[!-~])?$'' AND %1$I <> ' || normal;
  place record;
  renames boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM suppliers WHERE ' || unusual || ')', 'number') INTO renames;
  -- What refers to a supplier gets its new number after the supplier has. To check each reference by itself would take long.
  IF renames THEN
    ALTER TABLE supplier_invoices DROP CONSTRAINT supplier_invoices_company_id_supplier_number_fkey;
    ALTER TABLE supplier_changes DROP CONSTRAINT supplier_changes_company_id_supplier_number_fkey;
  END IF;

  -- A number or a proposal that two records would share is given to neither. Of two references or keys the first takes it, so
  -- that what is sent again is still known.
  FOR place IN SELECT * FROM (VALUES
    ('suppliers', 'number', ARRAY['company_id'], 'count(*) OVER (%s)'),
    ('projects', 'number', ARRAY['company_id'], 'count(*) OVER (%s)'),
    ('project_proposals', 'proposal_id', ARRAY['company_id'], 'count(*) OVER (%s)'),
    ('supplier_invoices', 'external_reference_id', ARRAY['company_id', 'partner_id'], 'row_number() OVER (%s ORDER BY created_at, id)'),
    ('work_orders', 'reference', ARRAY['company_id', 'partner_id'], 'row_number() OVER (%s ORDER BY created_at, id)'),
    ('idempotency_keys', 'key', ARRAY['company_id', 'partner_id'], 'row_number() OVER (%s ORDER BY created_at, key)')
  ) AS places (name, identifier, scope, rank) LOOP
    EXECUTE format(
      'UPDATE %2$I AS stored SET %1$I = candidate.normal
       FROM (SELECT %3$s, %1$I AS before, ' || normal || ' AS normal, ' || format(place.rank, 'PARTITION BY %3$s, ' || normal) || ' AS rank
             FROM %2$I WHERE ' || unusual || ') AS candidate
       WHERE %4$s AND stored.%1$I = candidate.before AND rank = 1 AND normal !~ %6$L AND char_length(normal) <= 255
         AND NOT EXISTS (SELECT FROM %2$I AS other WHERE %5$s AND other.%1$I = candidate.normal)',
      place.identifier, place.name, array_to_string(place.scope, ', '),
      (SELECT string_agg(format('stored.%1$I = candidate.%1$I', name), ' AND ') FROM unnest(place.scope) AS name),
      (SELECT string_agg(format('other.%1$I = candidate.%1$I', name), ' AND ') FROM unnest(place.scope) AS name), hidden);
  END LOOP;

  -- A number that no supplier has any more is one that was changed. Suppliers that are not listed yet are found by their events.
  IF renames THEN
    FOR place IN SELECT * FROM (VALUES
      ('supplier_invoices', 'supplier_number', '', ''),
      ('supplier_changes', 'supplier_number', '', ''),
      ('listed_invoices', 'supplier_number', '', ''),
      ('listed_suppliers', 'number', ', search = normalize(search, NFC)', ''),
      ('events', 'subject_id', '', 'type LIKE ''supplier.%'' AND ')
    ) AS places (name, identifier, more, condition) LOOP
      EXECUTE format(
        'UPDATE %2$I AS stored SET %1$I = ' || normal || '%3$s WHERE %4$s' || unusual || '
           AND NOT EXISTS (SELECT FROM suppliers WHERE suppliers.company_id = stored.company_id AND suppliers.number = stored.%1$I)',
        place.identifier, place.name, place.more, place.condition);
    END LOOP;
    UPDATE company_counters SET supplier_version = supplier_version + 1;
    ALTER TABLE supplier_invoices ADD FOREIGN KEY (company_id, supplier_number) REFERENCES suppliers (company_id, number);
    ALTER TABLE supplier_changes ADD FOREIGN KEY (company_id, supplier_number) REFERENCES suppliers (company_id, number);
  END IF;

  UPDATE listed_invoices SET search = normalize(search, NFC) WHERE search IS NOT NFC NORMALIZED;
  UPDATE listed_work_orders SET search = normalize(search, NFC) WHERE search IS NOT NFC NORMALIZED;
END $$;
