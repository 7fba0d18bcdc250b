import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send, type Answer } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const operator = await signedIn(door, 'approver');
const base = `/companies/${door.company}`;
afterAll(() => door.close());

const contact = { city: 'Uppsala', phone: '018-1' };
let made = 0;
/** A supplier with an account. */
async function register(more: object = {}): Promise<string> {
  made += 1;
  const number = `S-${made}`;
  await door.addSupplier(number, { name: 'Nordbygg', bankGiro: '991-2346', ...contact, ...more });
  return number;
}
const put = (number: string, body: object, headers: Record<string, string> = {}) =>
  door.call('PUT', `${paths.suppliers}/${encodeURIComponent(number)}`, {
    body: { number, name: 'Nordbygg', ...body },
    headers,
  });
const patch = (number: string, body: object, headers: Record<string, string> = {}, token = door.token) =>
  door.call('PATCH', `${paths.suppliers}/${encodeURIComponent(number)}`, { body, headers, token });
const read = async (number: string) => (await operator.call('GET', `${base}/suppliers/${number}`)).body;
const history = async (number: string) => (await operator.call('GET', `${base}/suppliers/${number}/history`)).body.rows;
const eventsOf = async (number: string, type: string) =>
  (await door.pool.query('SELECT data FROM events WHERE subject_id = $1 AND type = $2 ORDER BY seq', [number, type]))
    .rows as { data: Record<string, unknown> }[];
const auditOf = async (number: string) =>
  (
    await door.pool.query('SELECT action, operator_name AS by FROM audit_log WHERE subject_id = $1 ORDER BY seq', [
      number,
    ])
  ).rows;
const codeOf = ({ headers }: Answer) => headers.get('doorway-error');
const confirm = async (number: string, by = operator) => {
  const [{ id }] = (await read(number)).proposals;
  return by.call('POST', `${base}/suppliers/${number}/proposals/${id}/confirm`);
};

it('contact details are replaced at once, the missing ones emptied, and the list of suppliers changes', async () => {
  const number = await register();
  const { headers } = await door.call('GET', paths.suppliers);
  const answer = await put(number, { street: 'Kungsgatan 12', phone: '018-2' });
  expect([answer.status, answer.body]).toEqual([200, { message: 'Supplier updated: city, street and phone changed.' }]);
  expect(await read(number)).toMatchObject({ city: '', street: 'Kungsgatan 12', phone: '018-2', proposals: [] });
  const [last] = await history(number);
  expect(last).toMatchObject({ type: 'supplier.updated', by: 'Scanner' });
  const [{ data }] = (await eventsOf(number, 'supplier.updated')) as [{ data: object }];
  expect(data).toEqual({
    number,
    name: 'Nordbygg',
    partnerId: expect.any(String),
    partnerName: 'Scanner',
    traceId: answer.headers.get('traceparent')?.split('-')[1],
  });
  expect(await auditOf(number)).toEqual([{ action: 'supplier.updated', by: 'Scanner' }]);
  const again = await door.call('GET', paths.suppliers, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(200);
});

it('who is paid is only proposed, judges no invoice until an operator confirms it, and then bars that operator', async () => {
  const number = await register();
  const patch = { name: 'Nordbygg Material AB', bankGiro: '5050-1055' };
  expect((await put(number, { ...contact, ...patch })).body.message).toBe(
    'name and bankGiro wait until the company confirms them.',
  );
  const record = await read(number);
  expect(record).toMatchObject({ name: 'Nordbygg', bankGiro: '991-2346' });
  expect(record.proposals).toMatchObject([
    { patch, by: { name: 'Scanner', partner: true }, confirm: { allowed: true } },
  ]);
  expect((await operator.call('GET', `${base}/proposals`)).body.proposals).toMatchObject([
    { supplierNumber: number, by: { name: 'Scanner', partner: true }, now: { bankGiro: '991-2346' } },
  ]);
  expect((await operator.call('GET', `${base}/overview`)).body.proposals.payees).toEqual({
    waiting: 1,
    confirmable: 1,
  });
  expect((await eventsOf(number, 'supplier.proposed'))[0]?.data).toMatchObject({
    number,
    name: 'Nordbygg',
    proposalId: record.proposals[0].id,
    fields: ['name', 'bankGiro'],
    partnerName: 'Scanner',
  });
  const invoice = { externalReferenceId: 'judged', supplierNumber: number, supplierBankGiro: '5050-1055' };
  const { id } = (await door.post(paths.invoices, invoice)).body;
  expect((await operator.call('GET', `${base}/invoices/${id}`)).body.state).toBe('held');

  expect((await confirm(number)).status).toBe(200);
  expect(await read(number)).toMatchObject({ ...patch, proposals: [] });
  expect((await history(number))[0]).toMatchObject({ by: 'The approver', proposedBy: 'Scanner' });
  expect((await eventsOf(number, 'supplier.updated')).at(-1)?.data).toMatchObject({
    by: { name: 'The approver' },
    proposedBy: { name: 'Scanner', partner: true },
  });
  expect(await auditOf(number)).toEqual([
    { action: 'supplier.proposed', by: 'Scanner' },
    { action: 'supplier.updated', by: 'The approver' },
  ]);
  const next = await door.post(paths.invoices, { externalReferenceId: 'next', supplierNumber: number });
  await door.pool.query(`UPDATE supplier_invoices SET state = 'received' WHERE id = $1`, [next.body.id]);
  const refused = await operator.call('POST', `${base}/invoices/${next.body.id}/approve`, {});
  expect([refused.status, refused.body.parameters]).toEqual([
    409,
    expect.objectContaining({ why: 'duty.payee', did: 'confirmed' }),
  ]);
});

it('of several proposals of a partner the last counts, and each partner has its own', async () => {
  const number = await register();
  await put(number, { ...contact, bankGiro: '5050-1055' });
  await put(number, { ...contact, iban: 'SE4550000000058398257466' });
  const other = await door.tokenFor({ partner: 'Another' });
  const body = { number, name: 'Nordbygg', ...contact, bankGiro: '5050-1055' };
  await send(door.url, 'PUT', `${paths.suppliers}/${number}`, { token: other, body });
  const patches = async () =>
    (await read(number)).proposals.map(({ patch }: { patch: object }) => patch) as Promise<object[]>;
  expect(await patches()).toEqual([{ iban: 'SE4550000000058398257466' }, { bankGiro: '5050-1055' }]);
  // The same again is nothing new.
  await put(number, { ...contact, iban: 'SE4550000000058398257466' });
  expect(await eventsOf(number, 'supplier.proposed')).toHaveLength(3);
  // A body that proposes nothing takes the partner's proposal back.
  expect((await put(number, contact)).body.message).toBe('Nothing differs from the company’s record.');
  expect(await patches()).toEqual([{ bankGiro: '5050-1055' }]);
  expect((await auditOf(number)).at(-1)).toEqual({ action: 'supplier.declined', by: 'Scanner' });
});

it('an operator declines a proposal with a reason', async () => {
  const number = await register();
  await put(number, { ...contact, bankGiro: '5050-1055' });
  const [{ id }] = (await read(number)).proposals;
  const path = `${base}/suppliers/${number}/proposals/${id}/decline`;
  expect((await operator.call('POST', path, { reason: 'Never heard of it.' })).status).toBe(200);
  expect(await read(number)).toMatchObject({ bankGiro: '991-2346', proposals: [] });
});

it.each([
  ['missing', {}],
  ['null', { bankGiro: null, iban: null, organizationalNumber: null }],
  ['empty', { bankGiro: '', iban: ' ', organizationalNumber: '' }],
  ['in another form', { bankGiro: '9912346' }],
])('an account that is %s proposes nothing', async (_what, fields) => {
  const number = await register({ iban: 'SE4550000000058398257466' });
  expect((await put(number, { ...contact, ...fields })).body.message).toBe(
    'Nothing differs from the company’s record.',
  );
  expect(await read(number)).toMatchObject({ bankGiro: '991-2346', proposals: [] });
  expect(await auditOf(number)).toEqual([]);
});

it('a token that may not list suppliers does not learn what the record has', async () => {
  const number = await register();
  const token = await door.tokenFor({ partner: 'Writer', scopes: ['suppliers:write'] });
  const sent = (fields: object) =>
    send(door.url, 'PUT', `${paths.suppliers}/${number}`, { token, body: { number, name: 'Nordbygg', ...fields } });
  const messages = [
    await sent(contact),
    await sent({ ...contact, bankGiro: '991-2346' }),
    await sent({ bankGiro: '5050-1055' }),
  ];
  await operator.call('POST', `${base}/suppliers/${number}/confirm`);
  messages.push(await sent(contact), await sent({ phone: '018-2' }));
  expect(new Set(messages.map(({ body }) => body.message)).size).toBe(1);
  expect(messages[0]?.body.message).toMatch(/^Supplier updated: .* waits until the company confirms it, /);
  const reader = await door.tokenFor({ partner: 'Reader', scopes: ['suppliers:read'] });
  const refused = await send(door.url, 'PUT', `${paths.suppliers}/${number}`, {
    token: reader,
    body: { number, name: 'x' },
  });
  expect(refused.status).toBe(403);
});

it('a wrong body is a 400, and a number of no supplier a 404', async () => {
  const number = await register();
  expectProblem(await put(number, { number: 'S-other' }), 400, `number must be the number in the path, "${number}".`);
  expectProblem(await put(number, { name: '' }), 400, /^name /);
  expectProblem(await put(number, { city: 7, bankGiro: 7 }), 400, /city must be a string; bankGiro must be a string/);
  expectProblem(await put(number, { bankGiro: '991-2345' }), 400, /^bankGiro has a wrong check digit/);
  expect(await read(number)).toMatchObject({ ...contact, proposals: [] });
  const unknown = await put('S-none', {});
  expectProblem(unknown, 404, /^There is no supplier with the number "S-none"\./);
  expect(codeOf(unknown)).toBe('supplier.unknown');
  const { token } = await door.addCompany('Elsewhere');
  const foreign = await send(door.url, 'PUT', `${paths.suppliers}/${number}`, { token, body: { number, name: 'x' } });
  expect([foreign.status, codeOf(foreign)]).toEqual([404, 'supplier.unknown']);
});

it('unknown fields are kept instead of the former ones, and named', async () => {
  const number = await register({ before: 1 });
  expect((await put(number, { ...contact, citty: 'x', ledger: 7.1 })).body.message).toMatch(
    /^Nothing differs from the company’s record\. Note: unknown field citty was kept but not used; did you mean city\?/,
  );
  expect((await read(number)).extra).toEqual({ citty: 'x', ledger: 7.1 });
  expect(await eventsOf(number, 'supplier.updated')).toHaveLength(1);
});

const long = (letter: string) => letter.repeat(256);
const used = (letter: string) => letter.repeat(255);
const cut = (field: string, others = '') =>
  ` The supplier has 1 finding: ${field} has 256 characters; the first 255 are used, and the document keeps the whole text${others}.`;

it('contact details that are too long lose no supplier: it keeps the whole texts until they change', async () => {
  const sent = { number: 'long', name: 'Nordbygg', city: long('c'), phone: long('😀'), shoe: 43 };
  const check = await door.post(`${paths.suppliers}/check`, sent);
  expect(check.body.findings).toMatchObject([{ code: 'text.cut', severity: 'info', path: 'city' }]);
  const { body, headers } = await door.post(paths.suppliers, sent);
  expect(body.message).toContain(cut('city', '; 1 other text is too long, too'));
  expect(headers.get('doorway-findings')).toBe('text.cut');
  expect((await door.call('GET', `${paths.suppliers}/long`)).body).toMatchObject({
    city: used('c'),
    phone: used('😀'),
  });
  expect((await read('long')).extra).toEqual({ city: long('c'), phone: long('😀'), shoe: 43 });
  expectProblem(await door.post(paths.suppliers, sent), 409, /nothing differs from what was sent now\.$/);
  await patch('long', { city: 'Lund' });
  expect(await read('long')).toMatchObject({ city: 'Lund', extra: { phone: long('😀'), shoe: 43 } });
  const patched = await patch('long', { street: long('😀'), unknown: 1 });
  expect(patched.body.message).toContain(`Supplier updated: street changed.`);
  expect(patched.body.message).toContain(cut('street'));
  expect(patched.headers.get('doorway-findings')).toBe('text.cut');
  const extra = { phone: long('😀'), street: long('😀'), shoe: 43 };
  expect(await read('long')).toMatchObject({ street: used('😀'), extra });
  await put('long', { ...contact, street: long('p') });
  expect(await read('long')).toMatchObject({ ...contact, street: used('p'), extra: { street: long('p') } });
  const row = { number: 'long', street: 'Kungsgatan 12' };
  expect((await operator.call('POST', `${base}/suppliers/import`, [row])).status).toBe(200);
  expect(await read('long')).toMatchObject({ street: 'Kungsgatan 12', extra: {} });
});

it('a proposed contact detail that is too long keeps its whole text, also once it is confirmed', async () => {
  const number = await register();
  await operator.call('POST', `${base}/suppliers/${number}/confirm`);
  expect((await put(number, { ...contact, street: long('s') })).body.message).toContain(cut('street'));
  expect(await read(number)).toMatchObject({ street: '', proposals: [{ patch: { street: used('s') } }] });
  expect((await confirm(number)).status).toBe(200);
  expect(await read(number)).toMatchObject({ street: used('s'), extra: { street: long('s') } });
});

it('an account in an unknown field is named in the answer and on the supplier’s page, and pays nobody', async () => {
  const number = await register();
  const { message } = (await put(number, { ...contact, bankgiro2: '5050-1055', note: 'bankgiro 991-2346' })).body;
  expect(message).toContain('field bankgiro2 names an account, "5050-1055", that nobody is paid to');
  expect(await read(number)).toMatchObject({
    bankGiro: '991-2346',
    extraAccounts: [{ path: 'bankgiro2', kind: 'bankGiro', account: '5050-1055' }],
  });
});

it('an Idempotency-Key replays the answer, and takes no other body', async () => {
  const number = await register();
  const key = { 'idempotency-key': 'update once' };
  const first = await put(number, { city: 'Lund' }, key);
  await put(number, { city: 'Umeå' });
  const replay = await put(number, { city: 'Lund' }, key);
  expect([replay.status, replay.headers.get('idempotency-replayed'), replay.body]).toEqual([200, 'true', first.body]);
  expect((await read(number)).city).toBe('Umeå');
  expectProblem(await put(number, { city: 'Kiruna' }, key), 409, /^This Idempotency-Key was used before/);
});

it('20 updates at once leave one proposal, with the values of one of them', async () => {
  const number = await register();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => put(number, { city: `City ${at}`, name: `Name ${at}` })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { city, proposals } = await read(number);
  expect(proposals).toHaveLength(1);
  expect(proposals[0].patch).toEqual({ name: city.replace('City', 'Name') });
});

it('at most 100 proposals of a partner wait', async () => {
  const token = await door.tokenFor({ partner: 'Busy' });
  await door.pool.query(
    `INSERT INTO supplier_proposals (company_id, supplier_number, id, patch, partner_id, operator_name, created_at)
     SELECT $1, 'none ' || n, gen_random_uuid(), '{}', (SELECT id FROM partners WHERE company_id = $1 AND name = 'Busy'), 'Busy', now()
     FROM generate_series(1, 99) AS n`,
    [door.company],
  );
  const [first, second] = [await register(), await register()];
  const sent = (number: string, fields: object) =>
    send(door.url, 'PUT', `${paths.suppliers}/${number}`, { token, body: { number, name: 'Nordbygg', ...fields } });
  expect((await sent(first, { ...contact, bankGiro: '5050-1055' })).status).toBe(200);
  const refused = await sent(second, { city: 'Lund', bankGiro: '5050-1055' });
  expectProblem(refused, 409, /^100 changes of suppliers that this partner proposed already wait for the company\./);
  expect(codeOf(refused)).toBe('proposals.waiting');
  // A refused request changes nothing; contact details alone, and a new version of a waiting proposal, are fine.
  expect((await read(second)).city).toBe('Uppsala');
  expect((await sent(second, { city: 'Lund' })).status).toBe(200);
  expect((await sent(first, { ...contact, bankGiro: '5805-6201' })).status).toBe(200);
});

it('a PATCH changes and proposes only the fields that it has', async () => {
  const number = await register();
  const changed = await patch(number, { phone: null, bankGiro: '5050-1055', shoeSize: 43 });
  expect([changed.status, changed.body.message]).toEqual([
    200,
    'Supplier updated: phone changed. bankGiro waits until the company confirms it. Note: unknown field shoeSize was not used.',
  ]);
  expect(await read(number)).toMatchObject({
    city: 'Uppsala',
    phone: '',
    extra: {},
    proposals: [{ patch: { bankGiro: '5050-1055' } }],
  });
  // What waits stays, unless it is sent again.
  await patch(number, { iban: 'SE4550000000058398257466' });
  const both = { bankGiro: '5050-1055', iban: 'SE4550000000058398257466' };
  expect((await read(number)).proposals).toMatchObject([{ patch: both }]);
  await patch(number, { bankGiro: '991-2346', number });
  expect((await read(number)).proposals.map((one: { patch: object }) => one.patch)).toEqual([{ iban: both.iban }]);
  expect((await patch(number, { name: null })).status).toBe(400);
  expectProblem(await patch(number, { number: 'another' }), 400, `number must be the number in the path, "${number}".`);
  expect((await patch('none', { city: 'Lund' })).status).toBe(404);
  // An operator can confirm that an account is gone.
  await patch(number, { bankGiro: '', iban: null });
  expect((await read(number)).proposals).toMatchObject([{ patch: { bankGiro: '' } }]);
  expect((await confirm(number)).status).toBe(200);
  expect((await read(number)).bankGiro).toBe('');
});

it('with If-Match nothing changes if the record has another ETag, and a caller that may not read it learns nothing', async () => {
  const number = await register();
  const path = `${paths.suppliers}/${number}`;
  const etag = (await door.call('GET', path)).headers.get('etag') as string;
  expect((await patch(number, { city: 'Gävle' }, { 'if-match': `W/${etag}` })).status).toBe(200);
  const late = await patch(number, { city: 'Umeå' }, { 'if-match': etag, 'idempotency-key': number });
  expectProblem(late, 412, /^Supplier "S-\d+" has changed since it had the ETag in If-Match\. Read it again/);
  const present = (await door.call('GET', path)).headers.get('etag') as string;
  expect([codeOf(late), late.headers.get('etag')]).toEqual(['supplier.changed', present]);
  expect((await put(number, { city: 'Umeå' }, { 'if-match': etag })).status).toBe(412);
  expect((await read(number)).city).toBe('Gävle');
  const again = await patch(number, { city: 'Umeå' }, { 'if-match': `"other", ${present}`, 'idempotency-key': number });
  expect(again.status).toBe(200);
  const writer = await door.tokenFor({ scopes: ['suppliers:write'] });
  const refused = await patch(number, { city: 'Lund' }, { 'if-match': '*' }, writer);
  expect([refused.status, codeOf(refused)]).toEqual([403, 'scope.missing']);
});

it('a PUT of a partner that did not register the supplier keeps contact details that it leaves out', async () => {
  const number = await register();
  const token = await door.tokenFor({ partner: 'A third' });
  const body = { number, name: 'Nordbygg', phone: '018-3' };
  const answer = await send(door.url, 'PUT', `${paths.suppliers}/${number}`, { token, body });
  expect(answer.body.message).toBe('Supplier updated: phone changed.');
  expect(await read(number)).toMatchObject({ city: 'Uppsala', phone: '018-3' });
});

it('the partner learns what became of its own proposals, and nothing of those of others', async () => {
  const number = await register();
  const list = async (query = '', token = door.token) =>
    (await door.call('GET', `/supplierinvoices/proposals?number=${number}${query}`, { token })).body;
  const other = await door.tokenFor({ partner: 'A fourth' });
  await patch(number, { bankGiro: '5050-1055' }, {}, other);
  await patch(number, { iban: 'SE4550000000058398257466' });
  expect((await list()).proposals).toMatchObject([
    { number, state: 'waiting', proposed: { iban: 'SE4550000000058398257466' } },
  ]);
  const { body: before } = await door.call('GET', '/doorway/v1/events?after=999999999');
  const ids = Object.fromEntries(
    (await read(number)).proposals.map((one: { id: string; patch: object }) => [Object.keys(one.patch)[0], one.id]),
  );
  const at = `${base}/suppliers/${number}/proposals`;
  expect((await operator.call('POST', `${at}/${ids.iban}/confirm`)).status).toBe(200);
  expect((await operator.call('POST', `${at}/${ids.bankGiro}/decline`, { reason: 'Not theirs.' })).status).toBe(200);
  await patch(number, { bankGiro: '5050-1055' });
  const [waiting, confirmed, ...rest] = (await list()).proposals;
  expect([waiting.state, confirmed.state, rest]).toEqual(['waiting', 'confirmed', []]);
  expect(confirmed.decidedAt).toBeGreaterThanOrEqual(confirmed.proposedAt);
  expect(await list('&limit=1')).toEqual({ proposals: [waiting], next: waiting.id });
  expect(await list(`&limit=1&after=${waiting.id}`)).toEqual({ proposals: [confirmed] });
  expect((await list('&state=declined', other)).proposals).toMatchObject([
    { id: ids.bankGiro, state: 'declined', reason: 'Not theirs.' },
  ]);
  const events = async (token: string) =>
    (await door.call('GET', `/doorway/v1/events?after=${before.next}`, { token })).body.events;
  const about = (proposalId: string, field: string) => ({ number, proposalId, fields: [field] });
  expect(await events(door.token)).toMatchObject([
    { type: 'supplier.proposal.confirmed', data: about(ids.iban, 'iban') },
  ]);
  expect(await events(other)).toMatchObject([
    { type: 'supplier.proposal.declined', data: { ...about(ids.bankGiro, 'bankGiro'), reason: 'Not theirs.' } },
  ]);
  expect(await events(await door.tokenFor({ scopes: ['suppliers:write'] }))).toEqual([]);
});
