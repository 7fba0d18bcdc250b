import { expect, it } from 'vitest';
import { createToken } from '../testing/access.ts';
import { requireCompany } from '../companies/store.ts';
import { commandLine } from '../audit/record.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { readContents } from '../testing/imports.ts';
import { checkSuppliers, importSuppliers, supplierLayout } from '../suppliers/import.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { setChecks } from '../testing/settings.ts';
import { emptyDataDir } from '../testing/process.ts';

async function fill(pool: Pool, company: CompanyId, many: number): Promise<void> {
  await setChecks({ pool, company }, {});
  const suppliers = readContents(Buffer.from('number,name,bankGiro\n1,Nordbygg,991-2346'), '-', supplierLayout);
  await importSuppliers(pool, 'Acme', await checkSuppliers(suppliers));
  await pool.query(
    `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
     SELECT $1, ('019a7c3e-0000-7000-8000-' || lpad(nth::text, 12, '0'))::uuid, (SELECT id FROM partners WHERE company_id = $1),
            nth::text, '1', 'received', jsonb_build_object('supplierInvoiceNumber', 'F-' || nth, 'currency', 'QQQ'), '[]',
            '2025-11-13T10:00:00Z'
     FROM generate_series(1, $2::integer) AS nth`,
    [company, many],
  );
}

it('doorway checks run reports new findings, stores them only with --apply, and writes an audit entry', async () => {
  const database = await databaseForThisTest();
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir() };
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  await createToken(pool, { company: 'Acme', partner: 'Scanner', by: commandLine });
  const acme = await requireCompany(pool, 'Acme');
  const many = 1_002;
  await fill(pool, acme, many);
  await pool.query(
    `UPDATE supplier_invoices SET document = document::jsonb || '{"supplierBankGiro": "5050-1055", "supplierInvoiceNumber": "\\u001b[2J"}'
     WHERE external_reference_id = '1'`,
  );
  const run = (...args: string[]) => runCommand(['checks', 'run', ...args], env);
  const states = async () =>
    (
      await pool.query(
        `SELECT state, count(*)::integer AS many FROM supplier_invoices WHERE findings <> '[]' GROUP BY state ORDER BY state`,
      )
    ).rows;

  const wrong: [string[], string][] = [
    [[], "required option '--company"],
    [['--company', 'Acme', '--since', 'yesterday'], '--since is "yesterday", but it takes a day as YYYY-MM-DD.'],
    [['--company', 'Acme', '--since', '2026-02-30'], 'but it takes a day'],
  ];
  for (const [args, said] of wrong)
    expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  expect(await run('--company', 'Nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no company "Nowhere"'),
  });

  const dry = await run('--company', 'Acme');
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  const lines = dry.stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('019a7c3e-0000-7000-8000-000000000001  �[2J  payee.bankgiro currency.unknown');
  expect(lines[1]).toBe('019a7c3e-0000-7000-8000-000000000002  F-2  currency.unknown');
  expect(lines.slice(1000)).toEqual([
    '… and 2 more. --json prints all of them.',
    '    1,002  currency.unknown',
    '        1  payee.bankgiro',
    '1,002 invoices were checked. Something is new in 1,002. Nothing was changed: --apply keeps it.',
  ]);
  expect(await states()).toEqual([]);

  expect((await run('--company', 'Acme', '--since', '2025-11-14')).stdout).toBe(
    '0 invoices were checked. Nothing is new.\n',
  );

  const applied = await run('--company', 'Acme', '--since', '2025-11-13', '--apply', '--json');
  expect(applied).toMatchObject({ code: 0, stderr: '' });
  const found = applied.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const counts = {
    since: '2025-11-13',
    checked: many,
    found: many,
    held: 1,
    codes: { 'payee.bankgiro': 1, 'currency.unknown': many },
  };
  expect(found).toHaveLength(many + 1);
  expect(found[0]).toMatchObject({
    id: '019a7c3e-0000-7000-8000-000000000001',
    supplierInvoiceNumber: '\u001B[2J',
    supplierNumber: '1',
    state: 'held',
    findings: [{ code: 'payee.bankgiro', severity: 'hold', path: 'supplierBankGiro' }, { code: 'currency.unknown' }],
  });
  expect(found.at(-1)).toEqual({ counts });
  expect(await states()).toEqual([
    { state: 'held', many: 1 },
    { state: 'received', many: many - 1 },
  ]);
  const { rows } = await pool.query(
    `SELECT subject_type, operator_name, data FROM audit_log WHERE company_id = $1 AND action LIKE 'checks.%'`,
    [acme],
  );
  expect(rows).toEqual([{ subject_type: 'checks', operator_name: 'the command line', data: counts }]);

  expect((await run('--company', 'Acme', '--apply')).stdout).toBe('1,002 invoices were checked. Nothing is new.\n');
  await pool.end();
});
