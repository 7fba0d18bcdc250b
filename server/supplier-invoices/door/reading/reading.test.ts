import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { decideAs, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { nowMs } from '../../../testing/time.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const administrator = await signedIn(door, 'administrator');
await door.addSupplier('1', { name: 'Nordbygg', bankGiro: '991-2346' });
const otherToken = await door.tokenFor({ partner: 'Other' });
await door.pool.query(`UPDATE partners SET attaches_to_all = true WHERE company_id = $1 AND name = 'Other'`, [
  door.company,
]);
afterAll(() => door.close());

let sent = 0;
async function send(fields: object = {}, token = door.token): Promise<string> {
  const body = { externalReferenceId: `r${++sent}`, supplierNumber: '1', ...fields };
  const answer = await door.call('POST', paths.invoices, { token, body });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id as string;
}
const read = (id: string, call = {}) => door.call('GET', `${paths.invoices}/${id}`, call);
const decide = async (id: string, decision: string, body: object = {}) => {
  const answer = await decideAs(approver, `/companies/${door.company}/invoices/${id}`, decision, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const attach = async (supplierInvoiceId: string, xml: string, token = door.token) => {
  const body = { supplierInvoiceId, fileName: 'a.xml', content: Buffer.from(xml).toString('base64') };
  const answer = await door.call('POST', paths.attach, { token, body });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id as string;
};

it('an invoice is answered with its state, and its body digit for digit', async () => {
  const begunAt = nowMs();
  const raw =
    '{ "externalReferenceId": " exact ", "supplierNumber":"1","supplierInvoiceNumber":"F-7",\n "totalPrice": 0.10, "mine": 12345678901234567890.10 , "currency":null}';
  const { body: created, status } = await door.call('POST', paths.invoices, {
    raw,
    headers: { 'content-type': 'application/json' },
  });
  expect(status, created.message).toBe(200);
  const response = await fetch(`${door.url}${paths.invoices}/${created.id}`, {
    headers: { authorization: `Bearer ${door.token}` },
  });
  const text = await response.text();
  expect(text.slice(text.indexOf('"invoice":'))).toBe(`"invoice":${raw}}`);
  const { createdAt, updatedAt, ...rest } = JSON.parse(text);
  expect(rest).toEqual({
    id: created.id,
    externalReferenceId: 'exact',
    supplierNumber: '1',
    supplierInvoiceNumber: 'F-7',
    state: 'received',
    findings: [],
    files: [],
    questions: [],
    invoice: JSON.parse(raw),
  });
  expect(createdAt).toBe(updatedAt);
  expect(createdAt).toBeGreaterThanOrEqual(begunAt);
  expect(createdAt).toBeLessThanOrEqual(nowMs());
});

it('a rejection has its reason and time, and the comment on an approval stays with the company', async () => {
  const [rejected, approved] = [await send(), await send()];
  await decide(rejected, 'reject', { reason: 'Sent twice.' });
  await decide(approved, 'approve', { comment: 'Between us.' });
  const { body } = await read(rejected);
  expect(body).toMatchObject({ state: 'rejected', reason: 'Sent twice.', decidedAt: body.updatedAt });
  const other = await read(approved);
  expect(other.body).toMatchObject({ state: 'approved', decidedAt: other.body.updatedAt });
  expect(JSON.stringify(other.body)).not.toContain('Between us.');
  await decide(rejected, 'reopen', { reason: 'By mistake.' });
  const reopened = (await read(rejected)).body;
  expect(reopened).toMatchObject({ state: 'received' });
  expect(reopened).not.toHaveProperty('reason');
  expect(reopened).not.toHaveProperty('decidedAt');
});

it('findings tell neither the supplier’s record nor the invoices of others, and a dismissed one is gone', async () => {
  const number = { supplierInvoiceNumber: 'Twice', currency: 'QQQ' };
  const first = await send(number, otherToken);
  const id = await send({ ...number, supplierBankGiro: '5050-1055' });
  const { body } = await read(id);
  expect(body.state).toBe('held');
  expect(body.findings).toEqual([
    {
      code: 'payee.bankgiro',
      severity: 'hold',
      path: 'supplierBankGiro',
      message: 'supplierBankGiro differs from the supplier’s record.',
    },
    expect.objectContaining({
      code: 'duplicate.number',
      severity: 'warning',
      message: 'The company has an invoice of this supplier with this number already.',
    }),
    {
      code: 'currency.unknown',
      severity: 'warning',
      path: 'currency',
      message: '"QQQ" is not an ISO 4217 currency code.',
    },
  ]);
  for (const secret of [first, '991-2346', '9912346']) expect(JSON.stringify(body)).not.toContain(secret);
  const { body: seen } = await approver.call('GET', `/companies/${door.company}/invoices/${first}`);
  expect(seen.findings).toHaveLength(1);
  await approver.call('POST', `/companies/${door.company}/invoices/${first}/findings/1/dismiss`, { reason: 'Known.' });
  expect((await read(first, { token: otherToken })).body.findings).toEqual([]);
});

it('only files that the partner attached itself are listed', async () => {
  const id = await send();
  const file = await attach(id, '<own/>');
  await attach(id, '<other/>', otherToken);
  const { files } = (await read(id)).body;
  expect(files).toEqual([
    {
      id: file,
      fileName: 'a.xml',
      contentType: 'application/xml',
      size: 6,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: expect.any(Number),
    },
  ]);
});

it('an invoice of another partner is a 404 like one that does not exist', async () => {
  const id = await send({}, otherToken);
  const { token: elsewhere } = await door.addCompany('Elsewhere');
  const message = (of: string) =>
    `There is no supplier invoice with the id "${of}" that this partner has sent. Send the id from the answer to its creation.`;
  const missing = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88';
  for (const [of, token] of [
    [id, door.token],
    [id, elsewhere],
    [missing, door.token],
    ['no-id', door.token],
  ] as const) {
    const answer = await read(of, { token });
    expectProblem(answer, 404, message(of));
    expect(answer.headers.get('doorway-error')).toBe('supplierinvoice.unknown');
  }
  expect((await read(id, { token: otherToken })).status).toBe(200);
});

it('the ETag changes with the invoice, and is a 304 while it does not', async () => {
  const id = await send();
  const etag = (await read(id)).headers.get('etag') as string;
  const again = await read(id, { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  await decide(id, 'approve');
  const changed = await read(id, { headers: { 'if-none-match': etag } });
  expect([changed.status, changed.body.state]).toEqual([200, 'approved']);
});

it('a note of an operator changes nothing that the partner sees', async () => {
  const id = await send();
  const before = await read(id);
  const noted = await administrator.call('POST', `/companies/${door.company}/invoices/${id}/notes`, { text: 'Ask.' });
  expect(noted.status).toBe(200);
  expect((await read(id)).headers.get('etag')).toBe(before.headers.get('etag'));
});

const list = async (query = '', token = door.token) => {
  const { status, body } = await door.call('GET', paths.invoices + query, { token });
  expect(status, body.message).toBe(200);
  return body as {
    supplierInvoices: { id: string; state: string; updatedAt: number }[];
    next: string;
    hasMore: boolean;
  };
};
const idsOf = ({ supplierInvoices }: Awaited<ReturnType<typeof list>>) => supplierInvoices.map(({ id }) => id);

it('the last next answers what has changed since, each once, as it is now', async () => {
  const { token } = await door.addCompany('Polling');
  await door.call('POST', paths.suppliers, { token, body: { number: '1', name: 'One' } });
  const empty = await list('', token);
  expect(empty).toEqual({ supplierInvoices: [], next: expect.any(String), hasMore: false });
  const ids = [await send({}, token), await send({}, token), await send({}, token)];
  const all = await list(`?after=${empty.next}`, token);
  expect(idsOf(all)).toEqual(ids);
  expect(await list(`?after=${all.next}`, token)).toEqual({ supplierInvoices: [], next: all.next, hasMore: false });
  const first = await list('?limit=2', token);
  expect([idsOf(first), first.hasMore]).toEqual([ids.slice(0, 2), true]);
  await attach(ids[0] as string, '<later/>', token);
  const second = await list(`?limit=2&after=${first.next}`, token);
  expect([idsOf(second), second.hasMore]).toEqual([[ids[2], ids[0]], false]);
  expect(second.supplierInvoices[1]).toMatchObject({ files: [{ fileName: 'a.xml' }] });
  const single = (await read(ids[0] as string, { token })).body;
  delete single.invoice;
  expect(second.supplierInvoices[1]).toEqual(single);
  expect(idsOf(await list(`?after=${all.next}`, token))).toEqual([ids[0]]);
});

it('a list has only one’s own invoices, and is filtered by reference, supplier and state', async () => {
  await door.addSupplier('Å 2');
  const [own, others] = [
    await send({ externalReferenceId: 'mine', supplierNumber: 'Å 2' }),
    await send({ externalReferenceId: 'mine' }, otherToken),
  ];
  expect(idsOf(await list('?externalReferenceId=%20mine'))).toEqual([own]);
  expect(idsOf(await list('?externalReferenceId=mine', otherToken))).toEqual([others]);
  expect(idsOf(await list('?externalReferenceId=unknown'))).toEqual([]);
  expect(idsOf(await list(`?supplierNumber=${encodeURIComponent('A\u030a 2')}`))).toEqual([own]);
  const before = await list('?supplierNumber=%C3%85%202&state=rejected');
  expect(idsOf(before)).toEqual([]);
  await decide(own, 'reject', { reason: 'No.' });
  expect(idsOf(await list(`?supplierNumber=%C3%85%202&state=rejected&after=${before.next}`))).toEqual([own]);
  expect(idsOf(await list(`?externalReferenceId=mine&state=approved`))).toEqual([]);
  for (const { state } of (await list('?state=rejected&limit=1000')).supplierInvoices) expect(state).toBe('rejected');
});

it('the pages of a filter leave out nothing and repeat nothing', async () => {
  const all = idsOf(await list('?supplierNumber=1&limit=1000'));
  expect(all.length).toBeGreaterThan(5);
  const walked: string[] = [];
  for (
    let page = await list('?supplierNumber=1&limit=2');
    ;
    page = await list(`?supplierNumber=1&limit=2&after=${page.next}`)
  ) {
    walked.push(...idsOf(page));
    if (!page.hasMore) break;
    expect(page.supplierInvoices).toHaveLength(2);
  }
  expect(walked).toEqual(all);
});

it.each([
  ['?state=lost', /^state must be one of received, held, approved, rejected/],
  ['?limit=0', 'limit takes a whole number from 1 to 1000.'],
  ['?limit=1001&state=x', /^state must be one of .*; limit takes a whole number from 1 to 1000\.$/],
  ['?externalReferenceId=', 'externalReferenceId must not be empty.'],
  ['?supplierNumber=a%E2%80%8Bb', 'supplierNumber must not contain U+200B, which cannot be seen.'],
  ['?externalReferenceId=%00', 'externalReferenceId must not contain U+0000 or half of a surrogate pair.'],
  ['?after=x', 'after is not valid. Send the next of the page before, unchanged.'],
  ['?after=AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'after is not valid. Send the next of the page before, unchanged.'],
  ['?sate=held', /"sate" is not a parameter of this operation; did you mean state\?/],
])('a list with %s is a 400 that says what is wrong', async (query, message) => {
  expectProblem(await door.call('GET', paths.invoices + query), 400, message);
});
