import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { createPool } from '../ground/db/pool.ts';
import { firstAdministratorLink } from '../operators/admin-actions.ts';
import { api, goodPassword } from '../testing/operator.ts';
import { doorway, embeddedIn, emptyDataDir, firstStart, startService } from '../testing/process.ts';

const sh = (command: string) => promisify(execFile)('sh', ['-c', command]);

/** Sends the curl command that the service prints, without needing curl. */
async function sendLine(line: string): Promise<string> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? (bare as string));
  const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
  const headers = after('-H').map((header) => header.split(': ', 2) as [string, string]);
  return (await fetch(words[1] as string, { method: 'POST', headers, body: after('-d')[0] })).text();
}

const linkIn = (output: string) => /^ {2}(http\S+\/console\/first)#([\w-]{43})$/m.exec(output);

it('the first start prints an address, a token, a line that submits an invoice when pasted, and the docs; later starts print no token, and a link for the first administrator only until one was used', async () => {
  const dataDir = join(await emptyDataDir(), 'a folder with spaces');
  const first = await firstStart(dataDir);
  const output = first.shown();
  expect(first.output(), 'no secret is in the log').not.toMatch(/dw_|#[\w-]{43}/);
  expect(output.split(first.token).length - 1, 'the token stands alone once, and in the line').toBe(2);
  expect(output).toContain(`\n  ${first.token}\n`);
  const [, page, unused] = linkIn(output) ?? [];
  expect(page).toBe(`${first.address}/console/first`);

  const line = /^ {2}(curl .*)$/m.exec(output)?.[1] as string;
  const hasCurl = await sh('command -v curl').then(
    () => true,
    () => false,
  );
  const answer = hasCurl ? (await sh(`${line} --silent --show-error`)).stdout : await sendLine(line);
  expect(JSON.parse(answer)).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    message: 'Supplier invoice created.',
  });
  expect(JSON.parse(await sendLine(line)).message).toContain(JSON.parse(answer).id);

  const docs = /reference is at (http\S+)/.exec(output)?.[1] as string;
  const guide = /guide is at (http\S+)/.exec(output)?.[1] as string;
  for (const address of [docs, guide]) {
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  }
  expect((await first.stop('SIGTERM')).code).toBe(0);

  const second = await startService({ DATA_DIR: dataDir });
  expect((await second.call('GET', '/supplierinvoices/suppliers', { token: first.token })).body.suppliers).toHaveLength(
    7,
  );
  await expect.poll(() => linkIn(second.shown())).not.toBeNull();
  const key = linkIn(second.shown())?.[2];
  expect(key).not.toBe(unused);
  const accept = (body: object) =>
    second.call('POST', `${api}/invitations/accept`, { body: { password: goodPassword, ...body } });
  expect((await accept({ key, email: 'first@example.com', name: 'First' })).status).toBe(204);
  expect((await accept({ key: unused, email: 'second@example.com', name: 'Second' })).status).toBe(400);
  expect((await second.stop('SIGTERM')).code).toBe(0);
  expect(second.output() + second.shown()).not.toMatch(/dw_|curl/);

  const database = await openEmbedded({ dataDir });
  onTestFinished(() => database.close());
  const pool = createPool({ connection: embeddedIn(dataDir), size: 1, onIdleError: () => undefined });
  expect(await firstAdministratorLink(pool, second.address).finally(() => pool.end())).toBeUndefined();
});

const clean = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];

interface DemoRow {
  reference: string;
  state: string;
  findings: string;
  files: number;
  isOverdue: boolean;
  isCredit: boolean;
}

async function demoIn(dataDir: string) {
  const pool = createPool({ connection: embeddedIn(dataDir), size: 1, onIdleError: () => undefined });
  try {
    const { rows } = await pool.query<DemoRow>(
      `SELECT substr(external_reference_id, 6) AS reference, state,
              (SELECT coalesce(string_agg(finding ->> 'code', ' '), '') FROM jsonb_array_elements(findings) AS finding) AS findings,
              (SELECT count(*)::integer FROM attachments WHERE supplier_invoice_id = invoice.id) AS files,
              to_timestamp((document ->> 'paymentDueDate')::numeric / 1000) < now() - interval '1 day' AS "isOverdue",
              (document ->> 'totalPrice')::numeric < 0 AS "isCredit"
       FROM supplier_invoices AS invoice WHERE external_reference_id LIKE 'demo-%' ORDER BY 1`,
    );
    const one = async (text: string) => (await pool.query(text)).rows[0]?.value;
    return {
      rows,
      demo: await one('SELECT demo AS value FROM companies'),
      workOrders: await one('SELECT count(*)::integer AS value FROM work_orders'),
      tokens: await one('SELECT count(*)::integer AS value FROM access_tokens'),
      refused: await one('SELECT count(*)::integer AS value FROM calls WHERE status >= 400'),
    };
  } finally {
    await pool.end();
  }
}

it('after the first start the demo company’s invoices come through the door, each kind once; kill -9 halfway and later starts add none twice; demo remove leaves nothing and no later start brings it back', async () => {
  const dataDir = await emptyDataDir();
  const env = { DATA_DIR: dataDir, DEMO: 'on' };
  const first = await firstStart(dataDir, { env });
  expect(first.shown()).toContain('npx doorway demo remove');
  await expect
    .poll(async () => (await demoIn(dataDir)).rows.length, { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(2);
  await first.stop('SIGKILL');

  const second = await startService(env);
  await expect.poll(async () => (await demoIn(dataDir)).demo, { timeout: 30_000 }).toBe('filled');
  // Calls are recorded in the background.
  await expect.poll(async () => (await demoIn(dataDir)).refused, { timeout: 10_000 }).toBe(1);
  // The job that judges open invoices marks the one that was sent twice.
  const repeated = 'duplicate.number duplicate.amount duplicate.ocr';
  await expect.poll(async () => (await demoIn(dataDir)).rows[0]?.findings, { timeout: 30_000 }).toBe(repeated);
  // Another job compares the papers with the invoices: two of them differ.
  const papers: Record<string, object> = {
    '06': { findings: 'document.account', state: 'held' },
    '11': { findings: 'document.total' },
  };
  await expect
    .poll(async () => (await demoIn(dataDir)).rows.filter(({ findings }) => findings.includes('document')).length, {
      timeout: 60_000,
    })
    .toBe(2);
  const { rows, workOrders, tokens } = await demoIn(dataDir);
  const usual = { state: 'received', findings: '', isOverdue: false, isCredit: false };
  expect(rows).toEqual([
    ...clean.map((reference) => ({
      ...usual,
      reference,
      findings: reference === '01' ? repeated : '',
      files: reference === '08' || reference === '10' ? 0 : 1,
      isOverdue: reference === '12',
      ...papers[reference],
    })),
    { ...usual, reference: '13', files: 1, findings: 'sum.total' },
    { ...usual, reference: '14', files: 1, findings: `${repeated} duplicate.file` },
    { ...usual, reference: '15', files: 1, findings: 'payee.bankgiro', state: 'held' },
    { ...usual, reference: '16', files: 1, isCredit: true },
  ]);
  expect([workOrders, tokens]).toEqual([2, 1]);
  expect((await second.stop('SIGTERM')).stderr).toBe('');

  const third = await startService(env);
  const page = await fetch(`${third.address}/`, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/console/']);
  expect((await third.call('GET', '/', { headers: { accept: 'application/json' } })).status).toBe(404);
  expect((await demoIn(dataDir)).rows).toEqual(rows);

  // While the service runs.
  const removed = await doorway(['demo', 'remove'], env);
  expect([removed.code, removed.stdout]).toEqual([0, 'Removed Demo company with everything that belonged to it.\n']);
  const pool = createPool({ connection: embeddedIn(dataDir), size: 1, onIdleError: () => undefined });
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const nobody = '00000000-0000-0000-0000-000000000000';
  for (const { name } of [...tables, { name: 'companies' }]) {
    const column = name === 'companies' ? 'id' : 'company_id';
    const left = await pool.query(`SELECT FROM ${name} WHERE ${column} <> $1`, [nobody]);
    expect([name, left.rowCount]).toEqual([name, 0]);
  }
  const audited = await pool.query('SELECT action FROM audit_log WHERE company_id = $1', [nobody]);
  expect(audited.rows).toEqual([{ action: 'company.removed' }]);
  await pool.end();
  expect(await readdir(join(dataDir, 'files'))).toEqual(['incoming']);
  await expect
    .poll(async () => (await third.call('GET', '/supplierinvoices/suppliers', { token: first.token })).status)
    .toBe(401);
  expect(await doorway(['demo', 'remove'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no demo company.'),
  });
  expect((await third.stop('SIGTERM')).code).toBe(0);
  const last = await startService(env);
  await last.stop('SIGTERM');
  expect(last.shown()).not.toContain('demo');
});
