import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { scopes } from '../app.ts';
import { openDemo } from '../demo/demo.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { firstAdministratorLink } from '../operators/admin-actions.ts';
import { runCommand } from '../testing/command-line.ts';
import { api, goodPassword } from '../testing/operator.ts';
import { connectToEmbedded, embeddedIn, emptyDataDir, firstStart, freePort, startService } from '../testing/process.ts';

const sh = (command: string) => promisify(execFile)('sh', ['-c', command]);

/** Sends the curl command that the service prints, without needing curl. */
async function sendLine(line: string): Promise<string> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? (bare as string));
  const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
  const headers = after('-H').map((header) => header.split(': ', 2) as [string, string]);
  return (await fetch(words[1] as string, { method: 'POST', headers, body: after('-d')[0] })).text();
}

const linkIn = (output: string) => /^ {2}(http\S+\/console\/first)#([\w-]{43})$/m.exec(output);

const clean = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];

interface DemoRow {
  reference: string;
  state: string;
  findings: string;
  files: number;
  isOverdue: boolean;
  isCredit: boolean;
}

async function rowsIn(client: pg.Client): Promise<DemoRow[]> {
  const { rows } = await client.query<DemoRow>(
    `SELECT substr(external_reference_id, 6) AS reference, state,
            (SELECT coalesce(string_agg(finding ->> 'code', ' '), '') FROM jsonb_array_elements(findings) AS finding) AS findings,
            (SELECT count(*)::integer FROM attachments WHERE supplier_invoice_id = invoice.id) AS files,
            to_timestamp((document ->> 'paymentDueDate')::numeric / 1000) < now() - interval '1 day' AS "isOverdue",
            (document ->> 'totalPrice')::numeric < 0 AS "isCredit"
     FROM supplier_invoices AS invoice WHERE external_reference_id LIKE 'demo-%' ORDER BY 1`,
  );
  return rows;
}

it('the first start prints an address, a token, a line that submits an invoice when pasted, and the docs; later starts print no token, and a link for the first administrator only until one was used; the demo company’s invoices come through the door, each kind once, also if kill -9 comes halfway; demo remove leaves nothing and no later start brings it back', async () => {
  const dataDir = join(await emptyDataDir(), 'a folder with spaces');
  // Both starts listen there, so that the second answers at the addresses that the first has printed.
  const env = { DATA_DIR: dataDir, DEMO: 'on', DOCS: 'on', PORT: String(await freePort()) };
  const first = await firstStart(dataDir, { env });
  const client = await connectToEmbedded(dataDir);
  const one = async (text: string) => (await client.query(text)).rows[0]?.value;
  await expect
    .poll(() => one('SELECT count(*)::integer AS value FROM supplier_invoices'), { interval: 5 })
    .toBeGreaterThan(2);
  await first.stop('SIGKILL');
  expect((await rowsIn(client)).length).toBeLessThan(16);
  const output = first.shown();
  expect(first.output(), 'no secret is in the log').not.toMatch(/dw_|#[\w-]{43}/);
  expect(output.split(first.token).length - 1, 'the token stands alone once, and in the line').toBe(2);
  expect(output).toContain(`\n  ${first.token}\n`);
  expect(output).toContain('npx doorway demo remove');
  const [, firstPage, unused] = linkIn(output) ?? [];
  expect(firstPage).toBe(`${first.address}/console/first`);

  const second = await startService(env);
  expect(second.address).toBe(first.address);
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
  const pool = createPool({ connection: embeddedIn(dataDir), size: 1, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  // The next start would print this.
  expect(await firstAdministratorLink(pool, second.address)).toBeUndefined();

  await expect.poll(() => one('SELECT demo AS value FROM companies')).toBe('filled');
  // Calls are recorded in the background: one of the demo company, and the line that was pasted twice.
  await expect.poll(() => one('SELECT count(*)::integer AS value FROM calls WHERE status >= 400')).toBe(2);
  // The job that judges open invoices marks the one that was sent twice.
  const repeated = 'duplicate.number duplicate.amount duplicate.ocr';
  await expect.poll(async () => (await rowsIn(client))[0]?.findings, { interval: 100 }).toBe(repeated);
  // Another job compares the papers with the invoices: two of them differ.
  const papers: Record<string, object> = {
    '06': { findings: 'document.account', state: 'held' },
    '11': { findings: 'document.total' },
  };
  const differing = async () => (await rowsIn(client)).filter(({ findings }) => findings.includes('document'));
  await expect.poll(differing, { interval: 100 }).toHaveLength(2);
  const usual = { state: 'received', findings: '', isOverdue: false, isCredit: false };
  expect(await rowsIn(client)).toEqual([
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
  expect(await one('SELECT count(*)::integer AS value FROM work_orders')).toBe(2);
  expect(await one('SELECT count(*)::integer AS value FROM access_tokens')).toBe(1);

  // A start fills the demo company only if this says so.
  expect(await openDemo(pool, scopes, 'on')).toMatchObject({ token: undefined, isFilling: false });

  const page = await fetch(`${second.address}/`, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/console/']);
  expect((await second.call('GET', '/', { headers: { accept: 'application/json' } })).status).toBe(404);

  // While the service runs.
  const removed = await runCommand(['demo', 'remove'], env);
  expect([removed.code, removed.stdout]).toEqual([0, 'Removed Demo company with everything that belonged to it.\n']);
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const nobody = '00000000-0000-0000-0000-000000000000';
  for (const { name } of [...tables, { name: 'companies' }]) {
    const column = name === 'companies' ? 'id' : 'company_id';
    const left = await client.query(`SELECT FROM ${name} WHERE ${column} <> $1`, [nobody]);
    expect([name, left.rowCount]).toEqual([name, 0]);
  }
  const audited = await client.query('SELECT action FROM audit_log WHERE company_id = $1 ORDER BY seq', [nobody]);
  const ofAdministrator = ['operator.created', 'invitation.used', 'operator.signedin'];
  expect(audited.rows.map(({ action }) => action as string)).toEqual([...ofAdministrator, 'company.removed']);
  expect(await readdir(join(dataDir, 'files'))).toEqual(['incoming']);
  await expect
    .poll(async () => (await second.call('GET', '/supplierinvoices/suppliers', { token: first.token })).status)
    .toBe(401);
  expect(await openDemo(pool, scopes, 'on')).toBeUndefined();
  expect(await second.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(second.output() + second.shown()).not.toMatch(/dw_|curl/);
});
