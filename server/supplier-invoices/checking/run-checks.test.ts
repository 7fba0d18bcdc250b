import { afterEach, beforeEach, expect, it } from 'vitest';
import { runChecks, type InvoiceNews, type CheckRun } from './run-checks.ts';
import type { Settings } from '../../checks/settings.ts';
import { daysAgo } from '../../testing/days-ago.ts';
import { openDoor, paths, type Door } from '../../testing/door.ts';
import { postText } from '../../testing/operations.ts';
import { signedIn, type SignedIn } from '../../testing/operator.ts';
import { setChecks } from '../../testing/settings.ts';
import { fromNow } from '../../testing/time.ts';

let door: Door;
let approver: SignedIn;
beforeEach(async () => {
  door = await openDoor();
  approver = await signedIn(door, 'approver');
  await door.addSupplier('1', { name: 'Nordbygg', bankGiro: '991-2346' });
});
afterEach(() => door.close());

/** Stores an invoice like one from before there were checks. */
async function unchecked(externalReferenceId: string, fields: object = {}): Promise<string> {
  const { body } = await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1', ...fields });
  await door.pool.query(
    `UPDATE supplier_invoices SET findings = '[]', state = 'received' WHERE company_id = $1 AND id = $2`,
    [door.company, body.id],
  );
  return body.id;
}

async function run(options: Partial<CheckRun> = {}) {
  const all = { checked: 0, held: 0, found: [] as InvoiceNews[] };
  for await (const { checked, held, found } of runChecks(door.pool, door.company, {
    day: undefined,
    apply: false,
    ...options,
  })) {
    all.checked += checked;
    all.held += held;
    all.found.push(...found);
  }
  return all;
}
const codesOf = ({ found }: { found: InvoiceNews[] }) =>
  Object.fromEntries(found.map(({ id, findings }) => [id, findings.map(({ code }) => code)]));
const choose = (settings: Settings) => setChecks(door, settings);
const stored = async (id: string) =>
  (await door.pool.query('SELECT state, findings FROM supplier_invoices WHERE id = $1', [id])).rows[0];
const events = async (id: string) =>
  (await door.pool.query('SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq', [id])).rows.slice(1);
const everything = async () =>
  (
    await door.pool.query(
      `SELECT (SELECT jsonb_agg(i ORDER BY id) FROM supplier_invoices AS i) AS invoices, (SELECT count(*) FROM events) AS events,
              (SELECT count(*) FROM audit_log) AS audited`,
    )
  ).rows[0];

it('reports new findings and changes nothing', async () => {
  const first = await unchecked('first', { supplierInvoiceNumber: 'F-1' });
  const second = await unchecked('second', { supplierInvoiceNumber: 'f 001', currency: 'QQQ' });
  const third = await unchecked('third', { supplierBankGiro: '5050-1055' });
  const before = await everything();
  const outcome = await run();
  expect(outcome).toMatchObject({ checked: 3, held: 0 });
  expect(codesOf(outcome)).toEqual({
    [second]: ['duplicate.number', 'currency.unknown'],
    [third]: ['payee.bankgiro'],
  });
  expect(outcome.found[0]).toEqual({
    id: second,
    supplierInvoiceNumber: 'f 001',
    supplierNumber: '1',
    state: 'received',
    findings: [
      {
        code: 'duplicate.number',
        severity: 'warning',
        path: 'supplierInvoiceNumber',
        parameters: { earlier: first, score: 80, reasons: ['number'] },
        message: expect.stringContaining(first),
      },
      expect.objectContaining({ code: 'currency.unknown', path: 'currency' }),
    ],
  });
  expect(await everything()).toEqual(before);
});

it('with apply it stores new findings and holds invoices, with events by the command line', async () => {
  const warned = await unchecked('warned', { currency: 'QQQ' });
  const held = await unchecked('held', { supplierBankGiro: '5050-1055' });
  const approved = await unchecked('approved');
  expect((await approver.call('POST', `/companies/${door.company}/invoices/${approved}/approve`, {})).status).toBe(200);
  // Change the document after the approval, because an approval runs the checks again.
  await door.pool.query(
    `UPDATE supplier_invoices SET document = document::jsonb || '{"supplierBankGiro": "5050-1055"}' WHERE company_id = $1 AND id = $2`,
    [door.company, approved],
  );
  const fine = await unchecked('fine');
  expect(await run({ apply: true })).toMatchObject({
    checked: 4,
    held: 2,
    found: [
      { id: warned, state: 'received' },
      { id: held, state: 'held' },
      { id: approved, state: 'held' },
    ],
  });
  expect(await stored(warned)).toMatchObject({ state: 'received', findings: [{ code: 'currency.unknown' }] });
  expect(await stored(held)).toMatchObject({ state: 'held', findings: [{ code: 'payee.bankgiro', severity: 'hold' }] });
  expect(await stored(approved)).toMatchObject({ state: 'held', findings: [{ code: 'payee.bankgiro' }] });
  expect(await stored(fine)).toEqual({ state: 'received', findings: [] });
  const about = {
    supplierInvoiceId: held,
    externalReferenceId: 'held',
    supplierNumber: '1',
    partnerId: expect.any(String),
    partnerName: 'Scanner',
    by: { name: 'the command line' },
  };
  expect((await events(held)).slice(-2)).toEqual([
    {
      type: 'supplierinvoice.checked',
      data: { ...about, findings: [expect.objectContaining({ code: 'payee.bankgiro', severity: 'hold' })] },
    },
    { type: 'supplierinvoice.held', data: { ...about, heldFor: ['payee.bankgiro'] } },
  ]);
  expect((await events(warned)).map(({ type }) => type)).toEqual(['supplierinvoice.checked']);
  expect((await events(approved)).map(({ type }) => type).slice(-4)).toEqual([
    'supplierinvoice.approved',
    'supplierinvoice.reopened',
    'supplierinvoice.checked',
    'supplierinvoice.held',
  ]);
  expect(await events(fine)).toEqual([]);
  const { body } = await approver.call('GET', `/companies/${door.company}/invoices?finding=payee`);
  expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([approved, held]);
  const { body: read } = await approver.call('GET', `/companies/${door.company}/invoices/${held}`);
  expect(read.timeline.slice(-2)).toMatchObject([
    { type: 'supplierinvoice.checked', by: 'the command line' },
    { type: 'supplierinvoice.held', by: 'the command line' },
  ]);
  expect(read.actions.release).toEqual({ allowed: true });
});

it('a second run finds nothing, also after dismissals and releases, and completes an interrupted run', async () => {
  const dismissed = await unchecked('dismissed', { currency: 'QQQ' });
  const released = await unchecked('released', { supplierBankGiro: '5050-1055' });
  await run({ apply: true });
  const base = `/companies/${door.company}/invoices`;
  const reason = { reason: 'Right.' };
  expect((await approver.call('POST', `${base}/${dismissed}/findings/1/dismiss`, reason)).status).toBe(200);
  expect((await approver.call('POST', `${base}/${released}/release`, reason)).status).toBe(200);
  const before = await everything();
  expect(await run({ apply: true })).toEqual({ checked: 2, held: 0, found: [] });
  expect(await everything()).toEqual(before);
  await door.pool.query(`UPDATE supplier_invoices SET findings = '[]' WHERE id = $1`, [released]);
  expect(codesOf(await run({ apply: true }))).toEqual({ [released]: ['payee.bankgiro'] });
});

it('finds nothing new in invoices that have just arrived', async () => {
  const sent = [
    { supplierInvoiceNumber: 'F-1', totalPrice: 100, invoiceDate: 1762988400000, currency: 'QQQ' },
    { supplierInvoiceNumber: 'F-01', totalPrice: 100.0, invoiceDate: 1762988400000, paymentDueDate: 1762902000000 },
    { supplierInvoiceNumber: 'K-1', creditInvoiceReference: 'F1', totalPrice: -100 },
    { creditInvoiceReference: 'F-2', supplierBankGiro: '5050-1056', supplierName: 'Sydbygg' },
    { articles: [{ price: 10, quantity: 3, totalPrice: 31 }], totalPrice: 31, paymentReferenceOCR: '1234' },
  ];
  for (const [at, invoice] of sent.entries())
    await door.post(paths.invoices, { externalReferenceId: `n${at}`, supplierNumber: '1', ...invoice });
  await postText(
    door,
    paths.invoices,
    '{"externalReferenceId":"long","supplierNumber":"1","articles":[{"price":0.10000000000000000001,"quantity":1,"totalPrice":0.1}],"totalPrice":1e2}',
  );
  const { rows } = await door.pool.query(
    `SELECT count(*)::integer AS odd FROM supplier_invoices WHERE company_id = $1 AND findings <> '[]'`,
    [door.company],
  );
  // Every invoice except the credit note for a known invoice.
  expect(rows).toEqual([{ odd: 5 }]);
  const before = await everything();
  expect(await run({ apply: true })).toEqual({ checked: 6, held: 0, found: [] });
  expect(await everything()).toEqual(before);
});

it('uses the settings of the company', async () => {
  const id = await unchecked('a', { currency: 'QQQ', supplierBankGiro: '5050-1055' });
  await choose({ 'payee.bankgiro': 'off', 'currency.unknown': 'hold' });
  const outcome = await run({ apply: true });
  expect(codesOf(outcome)).toEqual({ [id]: ['currency.unknown'] });
  expect(await stored(id)).toMatchObject({ state: 'held', findings: [{ severity: 'hold' }] });
});

it('an invoice is judged as of its arrival, and by earlier ones only', async () => {
  const credit = await unchecked('credit', { creditInvoiceReference: 'F-9', supplierInvoiceNumber: 'K-1' });
  const changed = await unchecked('changed', { supplierInvoiceNumber: 'F-9' });
  await door.pool.query('UPDATE supplier_invoices SET created_at = $2 WHERE company_id = $1', [
    door.company,
    daysAgo(20),
  ]);
  // The payee changes 10 days after the invoices arrived, then 10 days before.
  const changedAt = (days: number) =>
    door.pool.query('UPDATE suppliers SET payee_changed_at = $2 WHERE company_id = $1', [door.company, daysAgo(days)]);
  await changedAt(10);
  expect(codesOf(await run())).toEqual({});
  await changedAt(30);
  expect(codesOf(await run())).toEqual({ [credit]: ['payee.changed'], [changed]: ['payee.changed'] });
});

it('with a day, only invoices that arrived on it or later are checked; days are those of Stockholm', async () => {
  const [older, newer] = [await unchecked('older', { currency: 'QQQ' }), await unchecked('newer', { currency: 'QQQ' })];
  const arrived = (id: string, at: string) =>
    door.pool.query('UPDATE supplier_invoices SET created_at = $2 WHERE id = $1', [id, at]);
  // Two days ahead is safe: Stockholm's tomorrow begins an hour or two before midnight in UTC.
  const later = fromNow(2 * 86_400_000)
    .toISOString()
    .slice(0, 10);
  await arrived(older, `${later}T12:00:00Z`);
  expect(Object.keys(codesOf(await run({ day: later })))).toEqual([older]);
  await arrived(older, '2020-06-30T21:59:59.999Z');
  await arrived(newer, '2020-06-30T22:00:00Z');
  expect(await run({ day: '2020-07-01' })).toMatchObject({ checked: 1, found: [{ id: newer }] });
  expect(await run({ day: '2020-06-30' })).toMatchObject({ checked: 2 });
  expect(await run({ day: '2099-01-01' })).toMatchObject({ checked: 0 });
});

it('checks more invoices than one read takes, each once, and none of another company', async () => {
  const { token: elsewhere } = await door.addCompany('Elsewhere');
  await door.call('POST', paths.suppliers, { token: elsewhere, body: { number: '1', name: 'Nordbygg' } });
  const foreign = { externalReferenceId: 'x', supplierNumber: '1', currency: 'QQQ' };
  await door.call('POST', paths.invoices, { token: elsewhere, body: foreign });
  const sent = Array.from({ length: 230 }, (_, at) =>
    door.post(paths.invoices, { ...foreign, externalReferenceId: `n${at}` }),
  );
  await Promise.all(sent);
  await door.pool.query(`UPDATE supplier_invoices SET findings = '[]' WHERE company_id = $1`, [door.company]);
  const outcome = await run({ apply: true });
  expect(outcome).toMatchObject({ checked: 230, held: 0 });
  expect(new Set(outcome.found.map(({ id }) => id)).size).toBe(230);
  const { rows } = await door.pool.query(
    `SELECT count(*) FILTER (WHERE type = 'supplierinvoice.checked')::integer AS checked, max(seq)::integer = count(*) AS whole
     FROM events WHERE company_id = $1`,
    [door.company],
  );
  expect(rows).toEqual([{ checked: 230, whole: true }]);
});

it('two concurrent runs store each finding once', async () => {
  const ids = [await unchecked('a', { currency: 'QQQ' }), await unchecked('b', { supplierBankGiro: '5050-1055' })];
  const [one, other] = await Promise.all([run({ apply: true }), run({ apply: true })]);
  expect(one.found.length + other.found.length).toBe(2);
  for (const id of ids) expect((await stored(id)).findings).toHaveLength(1);
});
