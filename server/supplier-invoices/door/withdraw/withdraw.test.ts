import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send as sendTo, type Answer } from '../../../testing/door.ts';
import { decideAs, api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}`;
await door.addSupplier('1042', { name: 'Nordbygg', bankGiro: '991-2346', organizationalNumber: '556016-0680' });
afterAll(() => door.close());

let made = 0;
async function send(fields: object = {}): Promise<string> {
  made += 1;
  const { status, body } = await door.post(paths.invoices, {
    externalReferenceId: `w-${made}`,
    supplierNumber: '1042',
    supplierInvoiceNumber: `W-${made}`,
    ...fields,
  });
  expect(status).toBe(200);
  return body.id as string;
}
const pathOf = (id: string) => `${paths.invoices}/${id}/withdraw`;
const withdraw = (id: string, body: unknown = {}, headers?: Record<string, string>) =>
  door.post(pathOf(id), body, headers);
const decide = (id: string, what: string, body: object = {}, by = approver) =>
  decideAs(by, `${base}/invoices/${id}`, what, body);
const read = async (id: string) => (await approver.call('GET', `${base}/invoices/${id}`)).body;
const listed = async (query: string): Promise<string[]> =>
  (await approver.call('GET', `${base}/invoices?${query}`)).body.rows.map((row: { id: string }) => row.id);
const eventsOf = async (id: string) =>
  (await door.pool.query('SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq', [id])).rows;
const codeOf = ({ headers }: Answer) => headers.get('doorway-error');

it('a received invoice is withdrawn with a reason, which operators see everywhere', async () => {
  const id = await send();
  const reason = 'Sent with the wrong amount.';
  const answer = await withdraw(id, { reason: ` ${reason} ` });
  expect([answer.status, answer.body]).toEqual([200, { message: 'Supplier invoice withdrawn.' }]);

  const invoice = await read(id);
  expect(invoice).toMatchObject({
    state: 'withdrawn',
    decision: null,
    withdrawal: { by: 'Scanner', reason, at: expect.stringMatching(/Z$/) },
  });
  for (const action of ['approve', 'reject', 'release', 'reopen', 'unsign'])
    expect(invoice.actions[action]).toMatchObject({ allowed: false, code: 'invoice.withdrawn' });
  const last = { type: 'supplierinvoice.withdrawn', by: 'Scanner', reason };
  expect(invoice.timeline.at(-1)).toMatchObject(last);
  expect((await eventsOf(id)).at(-1)).toEqual({
    type: last.type,
    data: {
      supplierInvoiceId: id,
      externalReferenceId: `w-${made}`,
      supplierNumber: '1042',
      reason,
      partnerId: expect.any(String),
      partnerName: 'Scanner',
      traceId: answer.headers.get('traceparent')?.split('-')[1],
    },
  });

  expect(await listed('state=withdrawn')).toContain(id);
  expect(await listed('state=open')).not.toContain(id);
  const csv = await fetch(`${door.url}${api}${base}/invoices?format=csv&language=sv&ids=${id}`, {
    headers: { cookie: approver.cookie },
  });
  expect(await csv.text()).toMatch(/Återkallad av partnern.*Återkallad;.*Sent with the wrong amount\./s);
  const log = await administrator.call('GET', `${base}/audit?action=supplierinvoice.withdrawn`);
  expect(log.body.rows).toContainEqual(expect.objectContaining({ subjectId: id, operator: 'Scanner' }));

  // Without its events, the history is read from the record.
  await door.pool.query('DELETE FROM events WHERE subject_id = $1', [id]);
  expect((await read(id)).timeline.at(-1)).toMatchObject(last);
});

it('a held invoice, and one that waits for a second approver, can be withdrawn', async () => {
  const held = await send({ supplierBankGiro: '5050-1055' });
  expect((await read(held)).state).toBe('held');
  const signed = await send({ totalPrice: 900_000, currency: 'SEK' });
  const first = await signedIn(door, 'approver');
  await door.pool.query('UPDATE operator_companies SET approval_limit = 1 WHERE operator_id = $1', [first.id]);
  expect((await decide(signed, 'approve', {}, first)).body.signed).not.toBeNull();
  for (const id of [held, signed]) {
    expect((await withdraw(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'withdrawn', signed: null, withdrawal: { reason: null } });
  }
  expect(await listed('state=signed')).not.toContain(signed);
});

it.each([
  ['no body', undefined, {}],
  ['an empty body', '', { 'content-type': 'application/json' }],
  ['null', 'null', { 'content-type': 'application/json' }],
  ['{}', '{}', { 'content-type': 'application/json' }],
  ['null as the reason', '{"reason":null}', { 'content-type': 'application/json' }],
])('%s will do', async (_what, raw, headers) => {
  const id = await send();
  expect((await door.call('POST', pathOf(id), { raw, headers })).status).toBe(200);
  expect((await read(id)).withdrawal.reason).toBeNull();
});

it('a reason that is too long or no text is a 400, and a misspelt field is named', async () => {
  const id = await send();
  expectProblem(await withdraw(id, { reason: 'x'.repeat(1_001) }), 400, /reason must have at most 1,000 characters/);
  expectProblem(await withdraw(id, { reason: 7 }), 400, /reason must be a string/);
  expectProblem(await withdraw(id, []), 400, /object/);
  expect((await read(id)).state).toBe('received');
  expect((await withdraw(id, { reson: 'x' })).body.message).toBe(
    'Supplier invoice withdrawn. Note: unknown field reson was not used; did you mean reason?',
  );
});

it('a decided invoice cannot be withdrawn, and stays as it is', async () => {
  const [approved, rejected, booked] = [await send(), await send(), await send()];
  await decide(approved, 'approve');
  await decide(rejected, 'reject', { reason: 'Never ordered.' });
  await decide(booked, 'approve');
  await decide(booked, 'booked', { voucher: 'L 1' }, administrator);
  for (const [id, state] of [
    [approved, 'approved'],
    [rejected, 'rejected'],
    [booked, 'booked'],
  ] as const) {
    const answer = await withdraw(id, {}, { 'idempotency-key': `decided ${state}` });
    expectProblem(
      answer,
      409,
      new RegExp(`^The company has ${state} this invoice, so it can no longer be withdrawn\\. `),
    );
    expect([codeOf(answer), answer.headers.get('doorway-existing-id')]).toEqual(['supplierinvoice.decided', id]);
    expect((await read(id)).state).toBe(state);
  }
  // A refused request leaves its key free.
  await decide(approved, 'reopen', { reason: 'The partner asked for it.' });
  expect((await withdraw(approved, {}, { 'idempotency-key': 'decided approved' })).status).toBe(200);
});

it('withdrawing again is a 200 that changes nothing; a key replays the first answer and stands for one invoice', async () => {
  const [id, other] = [await send(), await send()];
  const key = { 'idempotency-key': 'withdraw once' };
  expect((await withdraw(id, { reason: 'First.' }, key)).status).toBe(200);
  const replay = await withdraw(id, { reason: 'First.' }, key);
  expect([replay.status, replay.headers.get('idempotency-replayed'), replay.body.message]).toEqual([
    200,
    'true',
    'Supplier invoice withdrawn.',
  ]);
  const again = await withdraw(id, { reason: 'Second.' });
  expect([again.status, again.body.message]).toEqual([
    200,
    'The supplier invoice was withdrawn before; nothing changed.',
  ]);
  expectProblem(await withdraw(other, { reason: 'First.' }, key), 409, /^This Idempotency-Key was used before/);
  expect((await read(other)).state).toBe('received');
  expect((await read(id)).withdrawal.reason).toBe('First.');
  expect((await eventsOf(id)).filter(({ type }) => type === 'supplierinvoice.withdrawn')).toHaveLength(1);
});

it('an invoice of another partner or company is a 404 like one that does not exist', async () => {
  const id = await send();
  const none = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88';
  const tokens = [await door.tokenFor({ partner: 'Another' }), (await door.addCompany('Elsewhere')).token];
  const at = async (token: string, which: string) => {
    const answer = await sendTo(door.url, 'POST', pathOf(which), { token, body: {} });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'supplierinvoice.unknown']);
    return answer.body.message.replace(which, '');
  };
  const messages = await Promise.all(tokens.flatMap((token) => [at(token, id), at(token, none), at(token, 'x')]));
  expect(new Set(messages).size).toBe(1);
  expect((await read(id)).state).toBe('received');
});

it('an operator who decides afterwards reads who withdrew it and when, and a bulk decision leaves it out', async () => {
  const [id, other] = [await send(), await send()];
  const bulk = (await approver.call('POST', `${base}/bulk`, { decision: 'approve', ids: [id, other] })).body;
  expect(bulk.leftOut).toEqual([]);
  await withdraw(id);
  for (const [what, body] of [
    ['approve', {}],
    ['reject', { reason: 'Twice.' }],
    ['reopen', { reason: 'Mistake.' }],
    ['release', { reason: 'Right.' }],
  ] as const) {
    const answer = await decide(id, what, body);
    expectProblem(
      answer,
      409,
      /^The partner Scanner withdrew this invoice on \d{4}-\d\d-\d\d, so nothing can be decided about it\./,
    );
    expect(answer.body.parameters).toMatchObject({ why: 'invoice.withdrawn', by: 'Scanner' });
  }
  expectProblem(await decide(id, 'booked', { voucher: 'L 2' }, administrator), 409, /withdrew this invoice/);
  const done = (await approver.call('POST', `${base}/bulk/${bulk.id}/next`)).body;
  expect(done).toMatchObject({
    done: 1,
    leftOut: [{ id, code: 'invoice.withdrawn' }],
    leftOutBy: [{ code: 'invoice.withdrawn', filter: { leftOut: expect.stringMatching(/:invoice.withdrawn$/) } }],
  });
});

it('of a withdrawal and an approval at once exactly one wins', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => send()));
  const won = await Promise.all(
    ids.map(async (id, at) => {
      const both = [() => withdraw(id), () => decide(id, 'approve')];
      const answers = await Promise.all((at % 2 === 0 ? both : both.toReversed()).map((act) => act()));
      return answers.map(({ status }) => status).toSorted();
    }),
  );
  expect(won).toEqual(ids.map(() => [200, 409]));
  for (const id of ids) {
    const types = (await eventsOf(id)).map(({ type }) => type);
    expect(types).toEqual(['supplierinvoice.created', `supplierinvoice.${(await read(id)).state}`]);
  }
});

it('the corrected invoice is no duplicate of the withdrawn one, whose reference stays used', async () => {
  const fields = {
    supplierInvoiceNumber: 'SAME-1',
    totalPrice: 4711,
    currency: 'SEK',
    invoiceDate: Date.UTC(2026, 10, 2),
    paymentReferenceOCR: '12344',
  };
  const pdf = { fileName: 'invoice.pdf', content: Buffer.from('%PDF-1.4\n%%EOF same').toString('base64') };
  const first = await send({ ...fields, externalReferenceId: 'correct-1' });
  expect((await door.post(paths.attach, { supplierInvoiceId: first, ...pdf })).status).toBe(200);
  await withdraw(first);
  expectProblem(
    await door.post(paths.invoices, { ...fields, externalReferenceId: 'correct-1', supplierNumber: '1042' }),
    409,
    /was sent before/,
  );
  const second = await send({ ...fields, externalReferenceId: 'correct-2' });
  expect((await door.post(paths.attach, { supplierInvoiceId: second, ...pdf })).body.message).toBe('File attached.');
  expect((await read(second)).findings.filter(({ code }: { code: string }) => code.startsWith('duplicate.'))).toEqual(
    [],
  );
  expect((await decide(second, 'approve', { withUnreadFiles: true })).status).toBe(200);
  // A third one repeats the second.
  const third = await send({ ...fields, externalReferenceId: 'correct-3' });
  expect((await read(third)).duplicates).toEqual([expect.objectContaining({ id: second, state: 'approved' })]);
});

it('files stay, and one that arrives later is marked', async () => {
  const id = await send();
  const file = (text: string) => ({
    supplierInvoiceId: id,
    fileName: `${text}.pdf`,
    content: Buffer.from(`%PDF-1.4\n%%EOF ${text}`).toString('base64'),
  });
  await door.post(paths.attach, file('early'));
  await withdraw(id);
  const late = await door.post(paths.attach, file('late'));
  expect([late.status, late.body.message]).toEqual([
    200,
    expect.stringContaining('the invoice was withdrawn before this file arrived.'),
  ]);
  expect((await read(id)).files).toMatchObject([{ fileName: 'early.pdf' }, { afterDecision: 'withdrawn' }]);
});
