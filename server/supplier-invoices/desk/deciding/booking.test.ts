import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../../testing/door.ts';
import { api, decideAs, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}/invoices`;
await door.addSupplier('1042', { name: 'Nordbygg', bankGiro: '991-2346', organizationalNumber: '556016-0680' });
afterAll(() => door.close());

let made = 0;
async function send(fields: object = {}): Promise<string> {
  made += 1;
  const invoice = { externalReferenceId: `b-${made}`, supplierNumber: '1042', supplierInvoiceNumber: `B-${made}` };
  const { status, body } = await door.post(paths.invoices, { ...invoice, ...fields });
  expect(status).toBe(200);
  return body.id as string;
}

const act = (id: string, what: string, body: object = {}, by = approver) => decideAs(by, `${base}/${id}`, what, body);
const book = (id: string, voucher: string, more: object = {}) => act(id, 'booked', { voucher, ...more }, administrator);

async function approved(fields: object = {}): Promise<string> {
  const id = await send(fields);
  expect((await act(id, 'approve', { comment: 'Delivered.' })).status).toBe(200);
  return id;
}

const eventsOf = async (id: string) =>
  (await door.pool.query('SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq', [id])).rows;
const auditOf = async (id: string, action: string) =>
  (await door.pool.query('SELECT data FROM audit_log WHERE subject_id = $1 AND action = $2', [id, action])).rows;
const expectRefused = (answer: Answer, code: string, message: string) => {
  expectProblem(answer, 409, message);
  expect(answer.headers.get('doorway-error')).toBe(code);
};

it('an approved invoice is booked with its voucher, and keeps its decision', async () => {
  const id = await approved();
  const { status, body } = await book(id, '  L 1207 ', { bookedOn: '2026-11-16' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'booked',
    decision: { outcome: 'approved', by: 'The approver', reason: 'Delivered.', at: expect.stringMatching(/Z$/) },
    booking: { voucher: 'L 1207', bookedOn: '2026-11-16', by: 'The administrator', at: expect.stringMatching(/Z$/) },
  });
  expect(body.timeline.map(({ type }: { type: string }) => type)).toEqual([
    'supplierinvoice.created',
    'supplierinvoice.approved',
    'supplierinvoice.booked',
  ]);
  expect(body.timeline.at(-1)).toMatchObject({ voucher: 'L 1207', by: 'The administrator', reason: null });
  const { type, data } = (await eventsOf(id)).at(-1);
  expect(type).toBe('supplierinvoice.booked');
  expect(data).toMatchObject({ supplierInvoiceId: id, voucher: 'L 1207', bookedOn: '2026-11-16' });
  expect(await auditOf(id, type)).toEqual([{ data: { voucher: 'L 1207', bookedOn: '2026-11-16' } }]);
});

it('the same voucher again changes nothing, and another one is a 409 that names the first', async () => {
  const id = await approved();
  const first = await book(id, 'L 1');
  const events = await eventsOf(id);
  const again = await book(id, ' L 1', { bookedOn: '2026-01-01' });
  expect(again.status).toBe(200);
  expect(again.body.booking).toEqual(first.body.booking);
  const other = await book(id, 'L 2');
  expectRefused(
    other,
    'booking.exists',
    'This invoice is already booked, with the voucher "L 1". Check which of the two vouchers is right, and correct the other one in the bookkeeping.',
  );
  expect(other.body.parameters).toEqual({ voucher: 'L 1' });
  expect(await eventsOf(id)).toEqual(events);
  expect(await auditOf(id, 'supplierinvoice.booked')).toHaveLength(1);
});

it('of many concurrent equal bookings one is recorded, and all have the same answer', async () => {
  const id = await approved();
  const answers = await Promise.all(Array.from({ length: 8 }, () => book(id, 'L 9')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await eventsOf(id)).filter(({ type }) => type === 'supplierinvoice.booked')).toHaveLength(1);
});

describe('what is not approved is not booked, and the refusal says the state', () => {
  it.each([
    ['received', () => send(), 'This invoice is received and not approved yet, so it cannot be booked.'],
    [
      'held',
      () => send({ supplierBankGiro: '5050-1055' }),
      'This invoice is held and not approved, so it cannot be booked.',
    ],
    [
      'rejected',
      async () => {
        const id = await send();
        expect((await act(id, 'reject', { reason: 'Twice.' })).status).toBe(200);
        return id;
      },
      'This invoice is rejected, so it cannot be booked.',
    ],
  ])('%s', async (state, make, message) => {
    const id = await make();
    expectRefused(await book(id, 'L 3'), 'decision.refused', message);
    expect((await administrator.call('GET', `${base}/${id}`)).body).toMatchObject({ state, booking: null });
  });
});

it('a booked invoice is neither reopened nor decided again, by anybody or in bulk', async () => {
  const id = await approved();
  const { body } = await book(id, 'L 4');
  const why = 'This invoice is booked, so it can no longer be decided. Correct it in the bookkeeping.';
  const refused = { allowed: false, code: 'invoice.booked', why };
  expect(body.actions).toEqual({
    approve: refused,
    ask: refused,
    code: expect.objectContaining({ code: 'coding.unused' }),
    reject: refused,
    release: refused,
    reopen: refused,
    unsign: refused,
  });
  for (const what of ['approve', 'reject', 'release', 'reopen', 'unsign'])
    expectRefused(
      await act(id, what, what === 'approve' || what === 'unsign' ? {} : { reason: 'Too early.' }, administrator),
      'decision.refused',
      why,
    );
  const bulk = await approver.call('POST', `/companies/${door.company}/bulk`, { decision: 'approve', ids: [id] });
  expect(bulk.body.leftOut).toEqual([expect.objectContaining({ id, code: 'invoice.booked', why })]);
});

it('the lists distinguish approved from booked invoices', async () => {
  const [waiting, done] = [await approved(), await approved()];
  await book(done, 'L 5', { bookedOn: '2026-11-16' });
  const listed = async (query: string) =>
    (await approver.call('GET', `${base}?${query}&ids=${waiting},${done}`)).body.rows;
  expect(await listed('state=approved')).toEqual([
    expect.objectContaining({ id: waiting, state: 'approved', voucher: null, bookedAt: null }),
  ]);
  expect(await listed('state=booked')).toEqual([
    expect.objectContaining({ id: done, voucher: 'L 5', decidedBy: 'The approver', bookedAt: expect.any(String) }),
  ]);
  expect(await listed('state=open')).toEqual([]);
  const csv = await fetch(`${door.url}${api}${base}?format=csv&language=sv&ids=${done}`, {
    headers: { cookie: approver.cookie },
  });
  const [header, row] = (await csv.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  const cell = (name: string) => row?.[header?.indexOf(name) ?? -1];
  expect([cell('Status'), cell('Verifikation'), cell('Bokföringsdatum'), cell('Bokförd av')]).toEqual([
    'Bokförd',
    'L 5',
    '2026-11-16',
    'The administrator',
  ]);
});

it('a booked invoice counts as decided in the overview, and as an earlier invoice in the checks', async () => {
  const overview = async () =>
    (await approver.call('GET', `/companies/${door.company}/overview?days=7`)).body.decisions.count as number;
  const before = await overview();
  const id = await approved({ supplierInvoiceNumber: 'F-20871' });
  await book(id, 'L 6');
  expect(await overview()).toBe(before + 1);
  const again = await send({ supplierInvoiceNumber: 'F 20871' });
  const { findings } = (await approver.call('GET', `${base}/${again}`)).body;
  expect(findings).toEqual([
    expect.objectContaining({ code: 'duplicate.number', parameters: expect.objectContaining({ earlier: id }) }),
  ]);
});

it('a file for a booked invoice is marked as such for operators, and as approved for the partner', async () => {
  const id = await approved();
  await book(id, 'L 7');
  const content = Buffer.from('<?xml version="1.0"?><Invoice/>').toString('base64');
  const late = await door.post(paths.attach, { supplierInvoiceId: id, fileName: 'late.xml', content });
  expect(late.status).toBe(200);
  expect(late.body.message).toContain('the invoice was approved before this file arrived');
  const { files, timeline } = (await approver.call('GET', `${base}/${id}`)).body;
  expect(files[0]).toMatchObject({ afterDecision: 'booked' });
  expect(timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.attached', afterDecision: 'booked' });
});

it('the record has its decision and booking after the events were removed', async () => {
  const id = await approved();
  await book(id, 'L 8');
  await door.pool.query('DELETE FROM events WHERE subject_id = $1', [id]);
  const { timeline } = (await approver.call('GET', `${base}/${id}`)).body;
  expect(timeline).toMatchObject([
    { type: 'supplierinvoice.created' },
    { type: 'supplierinvoice.approved', by: 'The approver', reason: 'Delivered.' },
    { type: 'supplierinvoice.booked', by: 'The administrator', voucher: 'L 8' },
  ]);
});

describe('a voucher', () => {
  it.each([
    ['is needed', {}, 'voucher is required.'],
    ['is not blank', { voucher: '  ' }, 'voucher must not be empty.'],
    ['has at most 50 characters', { voucher: 'x'.repeat(51) }, 'voucher must have at most 50 characters.'],
    ['can be seen whole', { voucher: 'L\u200b1' }, 'voucher must not contain U+200B, which cannot be seen.'],
    ['comes with a day that there is', { voucher: 'L', bookedOn: '2026-02-30' }, 'bookedOn is not valid.'],
    ['comes with a day that can be meant', { voucher: 'L', bookedOn: '0000-01-01' }, 'bookedOn is not valid.'],
    ['comes with nothing unknown', { voucher: 'L', when: 1 }, /^"when" is not a known field/],
  ])('%s', async (_what, body, message) => {
    const id = await approved();
    expectProblem(await act(id, 'booked', body, administrator), 400, message);
  });
});

it('one GET has everything that a bookkeeping needs, with working links to files', async () => {
  const id = await send({
    totalPrice: 125.1,
    totalVat: 25.02,
    currency: 'SEK',
    supplierBankGiro: '991-2346',
    articles: [{ articleDescription: 'Gips', quantity: 2, price: 50.04, totalPrice: 100.08, vat: 25 }],
  });
  const bytes = Buffer.from('<?xml version="1.0"?><Invoice><ID>1</ID></Invoice>');
  await door.post(paths.attach, { supplierInvoiceId: id, fileName: 'one.xml', content: bytes.toString('base64') });
  const { body } = await approver.call('GET', `${base}/${id}`);
  expect(body).toMatchObject({
    document: { totalPrice: 125.1, articles: [{ articleDescription: 'Gips', totalPrice: 100.08 }] },
    sums: { gross: expect.anything() },
    findings: [],
    decision: null,
    booking: null,
    supplier: { number: '1042', organizationalNumber: '556016-0680', bankGiro: '991-2346', iban: '', bicSwift: '' },
    files: [{ fileName: 'one.xml', sha256: createHash('sha256').update(bytes).digest('hex') }],
  });
  const file = await fetch(new URL(body.files[0].href, door.url), { headers: { cookie: approver.cookie } });
  expect(file.status).toBe(200);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
});
