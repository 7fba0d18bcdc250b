import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { expiriesOf } from './backups.ts';
import { tablesWith } from './tables.testing.ts';
import { bareNameColumns, nameColumns, ownRows, ownRowsInCompanies } from './operator-store.ts';
import { verifyChain } from '../audit/actions.ts';
import { noCompany } from '../ground/db/pool.ts';
import { openObjectStore } from '../ground/objects/open.ts';
import { backUpRows } from '../keeping/restore/backup.testing.ts';
import { restoreBackup } from '../keeping/restore/restore.ts';
import { runCommand } from '../testing/command-line.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { openOwnDoor, paths, send } from '../testing/door.ts';
import { api, callWith, cookieOf, goodPassword, signedIn } from '../testing/operator.ts';
import { setSettings } from '../testing/settings.ts';

const door = await openOwnDoor('Erasing walks through all companies.');
afterAll(() => door.close());
const base = `/companies/${door.company}`;
const administrator = await signedIn(door, 'administrator');
const [email, name] = ['zelda.quist@example.com', 'Zelda Quist'];

const made = await administrator.call('POST', '/operators', { email, name, administrator: true });
const accepted = await send(door.url, 'POST', `${api}/invitations/accept`, {
  body: { key: made.body.invitation, password: goodPassword },
});
const { id } = made.body as { id: string };
const zelda = (method: string, path: string, form?: unknown) => callWith(door, cookieOf(accepted), method, path, form);

const done = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};

await door.addSupplier('1', { bankGiro: '991-2346' });
await done(zelda('POST', `${base}/suppliers`, { number: '2', name: 'Two' }));
const invoice = { supplierNumber: '1', totalPrice: 100.1, currency: 'SEK' };
const sent = async (reference: string, more: object = {}) =>
  (await done(door.post(paths.invoices, { externalReferenceId: reference, ...invoice, ...more }))).id as string;
const held = await sent('held', { supplierBankGiro: '5050-1055' });
await done(zelda('POST', `${base}/invoices/${held}/release`, { reason: 'Right.' }));
const noted = await sent('noted');
await done(zelda('POST', `${base}/invoices/${noted}/notes`, { text: 'Looks good.', mentions: [administrator.id] }));
await done(zelda('POST', `${base}/invoices/${noted}/questions`, { text: 'Which order?' }));
await setSettings(door, { payeeTakesTwo: true });
await done(zelda('PATCH', `${base}/suppliers/1`, { bankGiro: '5050-1055' }));
await setSettings(door, { payeeTakesTwo: false });
await done(zelda('PATCH', `${base}/suppliers/1`, { name: 'One' }));
await done(zelda('PATCH', `${base}/checks`, { rules: { 'payee.organization': 'off' } }));
await done(zelda('POST', `${base}/views`, { list: 'invoices', name: 'Mine', query: {}, shared: false }));
await send(door.url, 'POST', `${api}/session`, { body: { email, password: 'a wrong password' } });
await done(administrator.call('PATCH', `/operators/${id}`, { name: 'Zelda Quist-Berg' }));
await done(administrator.call('PATCH', `/operators/${id}`, { name }));

const env = { DATABASE_URL: door.database.url, DATA_DIR: door.dataDir };
const erase = (...args: string[]) => runCommand(['erase', 'operator', email, ...args], env);
const disabledFor = (days: number) =>
  door.pool.query(
    'UPDATE operators SET disabled_at = now() - make_interval(secs => $2::float8 * 86400) WHERE id = $1',
    [id, days],
  );

it('every column with the name of an operator, and every table with rows of one, is known', async () => {
  const { rows } = await door.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND column_name ~ '(operator_name|by_name|created_by|confirmed_by)$'
       AND table_name || '.' || column_name NOT IN ('audit_log.operator_name') ORDER BY 1`,
  );
  expect(rows.map((row) => row.name)).toEqual(
    [...new Set([...Object.keys(nameColumns), ...Object.keys(bareNameColumns)])].toSorted(),
  );
  const tables = await door.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'operator_id' ORDER BY 1`,
  );
  // Ids alone stay beside what was done.
  const ids = ['attachments', 'audit_log', 'bulk_decisions', 'route_confirmations'];
  const known = new Set([...ids, ...Object.keys(nameColumns).map((column) => column.split('.')[0] as string)]);
  expect(tables.rows.map((row) => row.name).filter((table) => !known.has(table))).toEqual(
    [...Object.keys(ownRows), ...Object.keys(ownRowsInCompanies)].toSorted(),
  );
});

it('only a user who has been disabled for 30 days is erased, and a dry run changes nothing', async () => {
  expect(await erase('--apply')).toMatchObject({ code: 1, stderr: expect.stringContaining('Disable the user first.') });
  await done(administrator.call('PATCH', `/operators/${id}`, { disabled: true }));
  const before = await tablesWith(door.pool, name);
  expect(await erase('--apply')).toMatchObject({ code: 1, stderr: expect.stringContaining('can be erased from 20') });
  await disabledFor(30.1);
  const dry = await erase();
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toMatch(/^Would be erased:\n(?:.*\n)*  replaced  events that name the person: \d+ rows\n/);
  expect(dry.stdout).toContain('Stays:\n  The id of the user');
  const { body } = await administrator.call('GET', `/operators/${id}/erasure`);
  expect(body).toMatchObject({ erase: { allowed: true }, erased: false, backups: [] });
  expect(body.goes).toContainEqual(expect.objectContaining({ kind: 'operator.account', fate: 'deleted', rows: 1 }));
  expect(await tablesWith(door.pool, name)).toEqual(before);
  expect(before).toEqual(
    expect.arrayContaining([
      'audit_log',
      'events',
      'invoice_notes',
      'invoice_questions',
      'operators',
      'supplier_changes',
    ]),
  );
});

it('erasing leaves name and address nowhere; numbers, sums and both chains hold, also in a restored backup', async () => {
  const sums = async (pool: pg.Pool) =>
    (
      await pool.query(
        `SELECT (SELECT jsonb_agg(jsonb_build_array(seq, id, type, subject_id) ORDER BY seq) FROM events WHERE company_id = $1) AS events,
                (SELECT jsonb_agg(jsonb_build_array(seq, encode(hash, 'hex')) ORDER BY seq) FROM audit_log
                 WHERE company_id = $1 AND action <> 'audit.erased') AS chain,
                (SELECT jsonb_agg(jsonb_build_array(id, state, document) ORDER BY id) FROM supplier_invoices WHERE company_id = $1) AS invoices`,
        [door.company],
      )
    ).rows[0];
  const before = await sums(door.pool);
  const noted = (await verifyChain(door.pool, door.company)).last;
  const erased = await erase('--apply', '--json');
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(erased.stdout)).toMatchObject({ operator: id, erased: true, obstacle: null });
  expect(await sums(door.pool)).toEqual(before);
  for (const text of [email, name, 'Quist-Berg']) expect([text, await tablesWith(door.pool, text)]).toEqual([text, []]);
  const { rows } = await door.pool.query('SELECT data FROM events WHERE data::text LIKE $1 LIMIT 1', [`%${id}%`]);
  expect(rows[0]?.data.by).toMatchObject({ id, name: `Erased user ${id.slice(-6)}` });
  for (const company of [noCompany, door.company]) {
    const verified = await verifyChain(door.pool, company, company === door.company ? noted : undefined);
    expect(verified.misfit).toBeUndefined();
    expect(verified.erased).toBeGreaterThan(2);
  }
  expect((await door.pool.query(`SELECT subject_id FROM audit_log WHERE action = 'operator.erased'`)).rows).toEqual([
    { subject_id: id },
  ]);
  expect(await administrator.call('PATCH', `/operators/${id}`, { disabled: false })).toMatchObject({
    status: 409,
    body: { code: 'operator.erased' },
  });
  expect(await runCommand(['erase', 'operator', id, '--apply'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was erased on 20'),
  });

  const again = { code: 'decision.refused', parameters: { why: 'erase.erased' } };
  expect(await administrator.call('POST', `/operators/${id}/erase`)).toMatchObject({ status: 409, body: again });

  const folder = await mkdtemp(join(tmpdir(), 'doorway-erased-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const backup = {
    store: await openObjectStore({ folder }, undefined),
    key: undefined,
    folder: 'backups/20261117T023000Z-000001',
  };
  const manifest = await backUpRows(door.database.connection, backup);
  const target = await ownDatabaseForThisTest('A restore needs an empty database.');
  const restored = new pg.Pool(target.connection);
  // Dropping the database ends connections that the server has not closed yet.
  restored.on('error', () => undefined);
  onTestFinished(() => restored.end());
  const outcome = await restoreBackup({
    connection: target.connection,
    embeddedIn: undefined,
    backup,
    manifest,
    store: undefined,
  });
  expect(outcome.problems).toEqual([]);
  expect(await tablesWith(restored, name)).toEqual([]);
});

it('an entry that no erasing names, or that was changed after it, was altered', async () => {
  const first = `SELECT seq, operator_name, erased FROM audit_log WHERE company_id = $1 AND erased IS`;
  const entryOf = async (is: 'NULL' | 'NOT NULL') =>
    (await door.pool.query(`${first} ${is} ORDER BY seq LIMIT 1`, [door.company])).rows[0];
  const write = ({ seq, operator_name, erased }: { seq: string; operator_name: string; erased: Buffer | null }) =>
    door.pool.query('UPDATE audit_log SET operator_name = $3, erased = $4 WHERE company_id = $1 AND seq = $2', [
      door.company,
      seq,
      operator_name,
      erased,
    ]);
  const [erased, whole] = [await entryOf('NOT NULL'), await entryOf('NULL')];
  for (const [entry, change] of [
    [erased, { operator_name: 'Somebody' }],
    [erased, { erased: null }],
    [
      whole,
      {
        erased: (
          await door.pool.query('SELECT hash FROM audit_log WHERE company_id = $1 AND seq = $2', [
            door.company,
            whole.seq,
          ])
        ).rows[0].hash,
      },
    ],
  ] as const) {
    await write({ ...entry, ...change });
    expect((await verifyChain(door.pool, door.company)).misfit).toMatchObject({
      fault: 'altered',
      number: Number(entry.seq),
    });
    await write(entry);
  }
  expect((await verifyChain(door.pool, door.company)).misfit).toBeUndefined();
});

it('a backup is named with the day after which enough newer ones exist', () => {
  const now = new Date('2026-11-19T12:00:00Z');
  expect(expiriesOf(['c', 'b', 'a'], 2, now)).toEqual([
    { name: 'c', expiresOn: '2026-11-21' },
    { name: 'b', expiresOn: '2026-11-20' },
    { name: 'a', expiresOn: '2026-11-20' },
  ]);
  expect(expiriesOf(['c'], 0, now)).toEqual([{ name: 'c', expiresOn: null }]);
});
