/** The statements that distributed a database by hand. */
export const distributeByHand = [
  `SELECT create_reference_table(name)
   FROM unnest(ARRAY['companies', 'partners', 'clients', 'access_tokens', 'operators', 'operator_companies']) AS name
   WHERE name::regclass NOT IN (SELECT table_name FROM citus_tables)`,
  `SELECT create_distributed_table(name::text, 'company_id') FROM (
     SELECT attrelid::regclass AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attname = 'company_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND attrelid NOT IN (SELECT table_name FROM citus_tables)
     ORDER BY array_position(ARRAY['suppliers', 'projects', 'supplier_invoices'], relname::text)
   ) AS company_table`,
];

const companies = `(SELECT md5('company ' || n)::uuid AS company, n FROM generate_series(1, 6) AS n) AS companies`;
const numbers = 'generate_series(1, 5) AS k';
const at = `timestamptz '2026-11-01'`;

/** Rows of every kind that later migrations change or read. */
export const rowsOf17 = [
  `INSERT INTO companies (id, name, created_at)
   SELECT company, CASE n WHEN 1 THEN 'Demo company' ELSE 'Company ' || n END, ${at} FROM ${companies}`,
  `INSERT INTO company_counters (company_id, event_seq) SELECT company, 20 FROM ${companies}`,
  `INSERT INTO partners (company_id, id, name, created_at)
   SELECT company, md5('partner ' || n)::uuid, 'Scanner', ${at} FROM ${companies}`,
  `INSERT INTO operators (id, email, name, administrator, created_at)
   VALUES (md5('operator')::uuid, 'anna@example.com', 'Anna', true, ${at})`,
  `INSERT INTO operator_sessions (hash, operator_id, created_at, expires_at)
   VALUES ('\\x01', md5('operator')::uuid, ${at}, ${at})`,
  `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email,
     website, bank_giro, post_giro, iban, bic_swift, extra, partner_id, created_at, updated_at, created_by)
   SELECT company, (1000 + k)::text, 'Örnen ' || k || ' AB', '556000-000' || k, '', '', '', '', '', '', '', '123-4567', '', '', '', '{}',
     CASE WHEN k < 3 THEN md5('partner ' || n)::uuid END, ${at}, ${at}, CASE WHEN k = 4 THEN 'Anna' END
   FROM ${companies} CROSS JOIN ${numbers}`,
  `UPDATE suppliers SET created_at = timestamptz '2099-01-01' WHERE number = '1004'`,
  `INSERT INTO supplier_changes (company_id, supplier_number, id, operator_name, changes, created_at)
   SELECT company, '1001', md5('change ' || n || k)::uuid, 'Anna ' || k, '[{"field": "iban", "to": "SE1"}]', ${at} + k * interval '1 hour'
   FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
   SELECT company, md5('invoice ' || n || k)::uuid, md5('partner ' || n)::uuid, 'ref ' || k, '1001', 'received', '{"a": 1}',
     CASE WHEN k < 3 THEN '[{"severity": "warning"}]' ELSE '[]' END::jsonb, ${at} FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO invoice_projections (company_id, id, created_at, state, partner_id, supplier_number, search, findings)
   SELECT company, md5('invoice ' || n || k)::uuid, ${at}, 'received', md5('partner ' || n)::uuid, '1001', 'örnen ' || k,
     CASE WHEN k < 3 THEN '{sums}' ELSE '{}' END::text[] FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO supplier_projections (company_id, number, name, created_at, updated_at, search)
   SELECT company, 'Ö' || k, 'Örnen ' || k || ' AB', ${at}, ${at}, 'örnen ' || k FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO projects (company_id, id, number, name, created_at, updated_at)
   SELECT company, md5('project ' || n || k)::uuid, 'P' || k, 'Åsen ' || k, ${at}, ${at} FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO work_orders (company_id, id, partner_id, reference, project_id, facility_number, number, title, state, document, created_at)
   SELECT company, md5('work order ' || n || k)::uuid, md5('partner ' || n)::uuid, 'ref ' || k, md5('project ' || n || k)::uuid, '1', k,
     'Tak ' || k, 'open', '{}', ${at} FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO work_order_projections (company_id, id, created_at, state, partner_id, project_id, title, search)
   SELECT company, md5('work order ' || n || k)::uuid, ${at}, 'open', md5('partner ' || n)::uuid, md5('project ' || n || k)::uuid,
     'Ås ' || k, 'ås ' || k FROM ${companies} CROSS JOIN ${numbers}`,
  `INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
   SELECT company, 4 * k - ordinal, md5('event ' || n || k || type)::uuid, type,
     CASE type WHEN 'supplier.created' THEN (1000 + k)::text WHEN 'workorder.created' THEN md5('work order ' || n || k)::uuid::text
       ELSE md5('invoice ' || n || k)::uuid::text END,
     jsonb_build_object('by', jsonb_build_object('id', md5('operator')::uuid)), ${at} + k * interval '1 minute'
   FROM ${companies} CROSS JOIN ${numbers} CROSS JOIN unnest(ARRAY['supplier.created', 'supplierinvoice.created',
     'supplierinvoice.noted', 'workorder.created']) WITH ORDINALITY AS kind (type, ordinal)`,
  `INSERT INTO audit_heads (company_id, seq, previous, hash, pruned_seq, pruned_hash)
   SELECT company, n, '\\x01', '\\x02', 0, '\\x03' FROM ${companies}`,
  `INSERT INTO check_settings (company_id, rules, updated_at) SELECT company, '{}', ${at} FROM ${companies}`,
];
