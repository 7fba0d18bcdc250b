import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { tablesWith } from './tables.testing.ts';
import { verifyChain } from '../audit/actions.ts';
import { newId } from '../ground/db/ids.ts';
import { openObjectStore } from '../ground/objects/open.ts';
import { backUpRows } from '../keeping/restore/backup.testing.ts';
import { sweepFiles } from '../supplier-invoices/attachments/sweep.ts';
import { runCommand } from '../testing/command-line.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { faultyEventsOf } from '../testing/events.ts';
import { filesOf, pdfOf, sha256 } from '../testing/files.ts';
import { signedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';
import { fromNow } from '../testing/time.ts';

const door = await openOwnDoor('It sweeps the files of all companies.');
afterAll(() => door.close());
const base = `/companies/${door.company}`;
const administrator = await signedIn(door, 'companyAdministrator');
const approver = await signedIn(door, 'approver');
const env = { DATABASE_URL: door.database.url, DATA_DIR: door.dataDir };

const done = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};

const person = {
  name: 'Ylva Sand',
  organizationalNumber: '811218-9876',
  bankGiro: '5834-1728',
  email: 'ylva@sand.example',
  phone: '+46 70 174 06 05',
  street: 'Sandvägen 11',
};
/** In any writing. */
const traces = [...Object.values(person), '8112189876', '58341728', 'Ylva Sandh', 'Enskilda'];

await door.addSupplier('zq-1', { ...person, contact: 'Ylva Sandh' });
await done(approver.call('POST', `${base}/suppliers/zq-1/confirm`, {}));
await done(approver.call('PATCH', `${base}/suppliers/zq-1`, { name: 'Enskilda firman Ylva Sandh' }));
await done(approver.call('PATCH', `${base}/suppliers/zq-1`, { name: person.name }));
// Another supplier, whose invoice has a finding that names the first.
await door.addSupplier('zq-2', { name: person.name, bankGiro: '5050-1055' });
await door.addSupplier('firm', { name: 'Nordbygg Material AB', organizationalNumber: '556016-0680' });

const content = pdfOf(500, 'Ylva Sand');
const sent = {
  externalReferenceId: 'voucher-1',
  supplierNumber: 'zq-1',
  supplierName: 'Ylva Sandh',
  supplierOrganizationalNumber: person.organizationalNumber,
  supplierBankGiro: '991-2346',
  supplierInvoiceNumber: 'F-1',
  totalPrice: 1250.5,
  currency: 'SEK',
  externalReference: 'Ylva Sandh',
  articles: [{ articleDescription: 'Work by Ylva Sandh', quantity: 1, price: 1250.5, totalPrice: 1250.5 }],
  contactPerson: 'Ylva Sandh',
};
const invoice = (await done(door.post(paths.invoices, sent, { 'idempotency-key': 'Key 1' }))).id as string;
const file = { supplierInvoiceId: invoice, fileName: 'Ylva Sand.pdf', content: content.toString('base64') };
await done(door.post(paths.attach, file));
const at = `${base}/invoices/${invoice}`;
await done(approver.call('POST', `${at}/notes`, { text: 'Ylva Sandh called.', mentions: [] }));
await done(approver.call('POST', `${at}/questions`, { text: 'Is it Ylva Sandh?' }));
const twin = (
  await done(door.post(paths.invoices, { externalReferenceId: 'twin', supplierNumber: 'zq-2', totalPrice: 1 }))
).id as string;
expectProblem(await door.post(paths.invoices, { ...sent, totalPrice: 2 }), 409);

const erasure = (who = administrator) => who.call('GET', `${base}/suppliers/zq-1/erasure`);
const erase = (number = 'zq-1', who = administrator) => who.call('POST', `${base}/suppliers/${number}/erase`);
const state = async (of = door.pool) =>
  (
    await of.query(
      `SELECT (SELECT jsonb_agg(jsonb_build_array(seq, id, type, subject_id) ORDER BY seq) FROM events WHERE company_id = $1 AND seq <= $2) AS events,
              (SELECT jsonb_agg(jsonb_build_array(seq, encode(hash, 'hex')) ORDER BY seq) FROM audit_log
               WHERE company_id = $1 AND action NOT IN ('audit.erased', 'supplier.erased')) AS chain,
              (SELECT jsonb_agg(jsonb_build_array(id, encode(sha256, 'hex'), size) ORDER BY id) FROM attachments WHERE company_id = $1) AS files`,
      [door.company, lastEvent],
    )
  ).rows[0];
const sums = async () => (await administrator.call('GET', `${base}/invoices/totals`)).body;
const receipt = async () => (await door.call('GET', `${paths.invoices}/${invoice}/receipt`)).body.receipt as string;
let lastEvent = 0;

it('a supplier with an undecided invoice, or one that the law asks for, is refused with the day; so is an organisation', async () => {
  expect((await erasure()).body).toMatchObject({ erased: false, erase: { allowed: false, code: 'erase.open' } });
  expectProblem(await erase(), 409, 'Decide about them first.');
  await done(administrator.call('POST', `${at}/release`, { reason: 'Ylva Sandh wrote.' }));
  await done(approver.call('POST', `${at}/reject`, { reason: 'Ylva Sandh withdrew it.' }));
  const year = new Date().getFullYear();
  expect((await erasure()).body.erase).toMatchObject({ code: 'erase.law', parameters: { until: `${year + 8}-01-01` } });
  expectProblem(await erase(), 409, `can be erased from ${year + 8}-01-01 on`);
  expectProblem(await erase('firm'), 409, 'not a person’s');
  for (const answer of [await erasure(approver), await erase('zq-1', approver)]) expectProblem(answer, 403);
  expectProblem(await erase('nobody'), 404);
});

it('erasing leaves nothing of the person in invoices, files, events, calls and logs, and all numbers, sums and hashes hold', async () => {
  await door.pool.query(
    `UPDATE supplier_invoices SET created_at = created_at - interval '9 years', decided_at = decided_at - interval '9 years',
       released_at = released_at - interval '9 years' WHERE company_id = $1 AND id = $2`,
    [door.company, invoice],
  );
  const values = [door.company, invoice, newId(), Buffer.from(sha256(content), 'hex')];
  await door.pool.query(
    `INSERT INTO document_texts (company_id, sha256, outcome, reader, text, is_cut, read_at, unseen) VALUES ($1, $2, 'read', 2, 'Ylva Sand', false, now(), '')
     ON CONFLICT (company_id, sha256) DO UPDATE SET outcome = 'read', reason = NULL, text = excluded.text`,
    [door.company, values[3]],
  );
  await door.pool.query(
    `INSERT INTO webhook_attempts (company_id, id, endpoint_id, seq, event_id, type, tried_at, took_ms, status, answer)
     SELECT company_id, $3, $3, seq, id, type, now(), 1, 200, 'Ylva Sand' FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq LIMIT 1`,
    values.slice(0, 3),
  );
  await expect.poll(() => tablesWith(door.pool, 'voucher-1').then((tables) => tables.includes('calls'))).toBe(true);
  // A search makes the projections follow.
  const found = async (q: string) => (await administrator.call('GET', `${base}/invoices?q=${q}`)).body.rows.length;
  expect(await found('sandh')).toBe(1);
  lastEvent = (
    await door.pool.query('SELECT max(seq)::float8 AS seq FROM events WHERE company_id = $1', [door.company])
  ).rows[0].seq;
  const [before, total, proof] = [await state(), await sums(), await receipt()];
  const noted = (await verifyChain(door.pool, door.company)).last;

  const dry = (await erasure()).body;
  expect(dry).toMatchObject({ erased: false, erase: { allowed: true } });
  expect(await tablesWith(door.pool, person.name)).toContain('suppliers');
  const report = await done(erase());
  expect(report).toMatchObject({ erased: true, goes: dry.goes });
  expect(report.goes.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
    [
      'audit',
      'events',
      ...['answers', 'calls', 'changes', 'files', 'invoices', 'notes', 'others', 'questions', 'record'].map(
        (kind) => `supplier.${kind}`,
      ),
    ].toSorted(),
  );

  // The other supplier's own record stays: it says the same name of itself.
  for (const table of ['suppliers', 'supplier_projections'])
    await door.pool.query(`UPDATE ${table} SET name = 'Other' WHERE company_id = $1 AND number = 'zq-2'`, [
      door.company,
    ]);
  await administrator.call('GET', `${base}/suppliers?q=zq`);
  await door.pool.query(`UPDATE supplier_projections SET search = '' WHERE company_id = $1 AND number = 'zq-2'`, [
    door.company,
  ]);
  for (const text of traces) expect([text, await tablesWith(door.pool, text)]).toEqual([text, []]);
  expect(await state()).toEqual(before);
  expect(await sums()).toEqual(total);
  expect([await found('sandh'), await found('voucher-1')]).toEqual([0, 1]);
  expect(await faultyEventsOf(door.pool)).toEqual([]);

  const verified = await verifyChain(door.pool, door.company, noted);
  expect(verified.misfit).toBeUndefined();
  expect(verified.erased).toBeGreaterThan(4);
  const keys = createRemoteJWKSet(new URL(`${door.url}/.well-known/jwks.json`));
  const hashes = await Promise.all(
    [proof, await receipt()].map(async (one) => (await jwtVerify(one, keys, { issuer: door.url })).payload.sha256),
  );
  expect(hashes[0]).toBe(hashes[1]);

  const record = (await administrator.call('GET', at)).body;
  expect(record).toMatchObject({
    state: 'rejected',
    document: { externalReferenceId: 'voucher-1', totalPrice: 1250.5, articles: [{ price: 1250.5 }] },
    files: [{ fileName: 'erased', sha256: sha256(content), damaged: 'erased' }],
    notes: [{ text: 'Erased.' }],
  });
  expect((await administrator.call('GET', `${base}/suppliers/zq-1`)).body).toMatchObject({
    name: 'Erased supplier',
    blocked: { reason: 'The data of this supplier was erased.' },
  });
  expect((await administrator.call('GET', `${base}/invoices/${twin}`)).body.findings).toContainEqual(
    expect.objectContaining({ code: 'payee.twin', parameters: expect.objectContaining({ name: 'Erased supplier' }) }),
  );
  expect(await erase()).toMatchObject({ status: 200 });
});

it('an erased file is removed, and neither damaged nor read again', async () => {
  const { id } = (await administrator.call('GET', at)).body.files[0];
  const day = 24 * 3600 * 1000;
  await sweepFiles(door.pool, door.files, fromNow(2 * day));
  await sweepFiles(door.pool, door.files, fromNow(3 * day));
  expect(await filesOf(door)).toEqual({ kept: [], incoming: [] });
  expectProblem(await administrator.call('GET', `${at}/files/${id}`), 404, 'erased together with the data of a person');
  expectProblem(await administrator.call('GET', `${at}/files.zip`), 404);
  const store = await openObjectStore({ folder: join(door.dataDir, 'of backups') }, undefined);
  const { parts } = await backUpRows(door.database.connection, {
    store,
    key: undefined,
    folder: 'backups/20261117T023000Z-000001',
  });
  expect(parts.filter(({ kind, count }) => kind === 'files' && count > 0)).toEqual([]);
  const verified = await runCommand(['files', 'verify'], env);
  expect(verified).toMatchObject({ code: 0, stdout: 'There are no files.\n' });
});

it('the command says the same, and a dry run changes nothing', async () => {
  const run = (...more: string[]) =>
    runCommand(['erase', 'supplier', 'firm', '--company', door.companyName, ...more], env);
  const dry = await run();
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toMatch(/^Would be erased:\n(?:.*\n)*  deleted  name, numbers, address, .*: 1 row\n/);
  expect(dry.stdout).toContain('is not a person’s');
  expect(await run('--apply')).toMatchObject({ code: 1, stderr: expect.stringContaining('not a person’s') });
  await door.pool.query(`UPDATE suppliers SET organizational_number = '' WHERE company_id = $1 AND number = 'firm'`, [
    door.company,
  ]);
  expect(await run('--apply', '--json')).toMatchObject({ code: 0, stderr: '' });
  await administrator.call('GET', `${base}/suppliers`);
  expect(await tablesWith(door.pool, 'Nordbygg')).toEqual([]);
});
