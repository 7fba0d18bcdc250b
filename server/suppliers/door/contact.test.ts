import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send, type Answer } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { roundsOf } from '../../testing/long.ts';

const door = await openDoor();
const operator = await signedIn(door, 'approver');
/** Whoever confirms an account may not approve for 30 days. */
const registrar = await signedIn(door, 'approver');
const base = `/companies/${door.company}`;
afterAll(() => door.close());

const contact = {
  city: 'Uppsala',
  street: 'Kungsgatan 12',
  postIndex: '753 18',
  country: 'SE',
  phone: '018-1',
  email: 'faktura@nordbygg.example',
  website: 'https://nordbygg.example',
};
const others = {
  city: 'Lund',
  street: 'Storgatan 1',
  postIndex: '222 22',
  country: 'FI',
  phone: '070-666',
  email: 'faktura@n0rdbygg.example',
  website: 'https://n0rdbygg.example',
};
const fields = Object.keys(others);

const at = (number: string) => `${base}/suppliers/${number}`;
const read = async (number: string) => (await operator.call('GET', at(number))).body;
const put = (number: string, body: object, token?: string) =>
  send(door.url, 'PUT', `${paths.suppliers}/${number}`, {
    token: token ?? door.token,
    body: { number, name: 'Nordbygg', ...body },
  });
const confirm = async (number: string, proposalId?: string) =>
  operator.call('POST', `${at(number)}/proposals/${proposalId ?? (await read(number)).proposals[0].id}/confirm`);
const answered = (answer: Answer) => {
  expect(answer.status, answer.body.message).toBe(200);
  return answer;
};
const eventsOf = async (number: string, type: string) =>
  (await door.pool.query('SELECT data FROM events WHERE subject_id = $1 AND type = $2 ORDER BY seq', [number, type]))
    .rows as { data: Record<string, unknown> }[];
const auditOf = async (number: string) =>
  (
    await door.pool.query('SELECT action, operator_name AS by FROM audit_log WHERE subject_id = $1 ORDER BY seq', [
      number,
    ])
  ).rows;

let made = 0;
const next = () => `C-${(made += 1)}`;
const record = (number: string) => ({ number, name: 'Nordbygg', bankGiro: '991-2346', ...contact });
/** Registered by a partner. */
async function unconfirmed(): Promise<string> {
  const number = next();
  await door.addSupplier(number, record(number));
  return number;
}
async function confirmed(): Promise<string> {
  const number = await unconfirmed();
  answered(await registrar.call('POST', `${at(number)}/confirm`));
  return number;
}

it.each([
  [
    'the company registered',
    async () => {
      const number = next();
      answered(await operator.call('POST', `${base}/suppliers`, record(number)));
      return number;
    },
  ],
  [
    'the company imported',
    async () => {
      const number = next();
      answered(await operator.call('POST', `${base}/suppliers/import`, [record(number)]));
      return number;
    },
  ],
  ['an operator confirmed', confirmed],
  [
    'an operator gave another account',
    async () => {
      const number = await unconfirmed();
      answered(await operator.call('PATCH', at(number), { bankGiro: '5050-1055' }));
      return number;
    },
  ],
  [
    'an operator gave a telephone number',
    async () => {
      const number = next();
      await door.addSupplier(number, { ...record(number), phone: '018-0' });
      answered(await operator.call('PATCH', at(number), { phone: contact.phone }));
      return number;
    },
  ],
])('other contact details of a supplier that %s wait', async (_what, make) => {
  const number = await make();
  expect(await read(number)).toMatchObject({ ...contact, isContactConfirmed: true });
  const { headers } = await door.call('GET', paths.suppliers);
  const answer = answered(await put(number, others));
  expect(answer.body.message).toBe(
    'city, street, postIndex, country, phone, email and website wait until the company confirms them.',
  );
  expect(await read(number)).toMatchObject({ ...contact, proposals: [{ patch: others, by: { partner: true } }] });
  expect((await door.call('GET', `${paths.suppliers}/${number}`)).body).toMatchObject(contact);
  const again = await door.call('GET', paths.suppliers, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

it('until somebody at the company has confirmed the supplier, they change at once', async () => {
  const number = await unconfirmed();
  // Neither a block nor another city says how to reach the supplier.
  answered(await operator.call('PATCH', at(number), { city: 'Gävle' }));
  expect(answered(await put(number, others)).body.message).toMatch(/^Supplier updated: city, street, .* changed\.$/);
  expect(await read(number)).toMatchObject({ ...others, isContactConfirmed: false, proposals: [] });
});

it('an operator confirms them: the names are kept, no invoice is held for it, and that operator may approve', async () => {
  const number = await confirmed();
  const { phone, email } = others;
  answered(await put(number, { phone, email }));
  const [{ data }] = (await eventsOf(number, 'supplier.proposed')) as [{ data: object }];
  expect(data).toMatchObject({ fields: ['phone', 'email'], partnerName: 'Scanner' });
  expect((await operator.call('GET', `${base}/proposals`)).body.proposals.at(-1)).toMatchObject({
    supplierNumber: number,
    patch: { phone, email },
    now: { phone: contact.phone, email: contact.email },
    isContactConfirmed: true,
  });
  const invoice = { externalReferenceId: number, supplierNumber: number, supplierBankGiro: '991-2346' };
  const { id } = (await door.post(paths.invoices, invoice)).body;
  const readInvoice = async () => (await operator.call('GET', `${base}/invoices/${id}`)).body;
  expect((await readInvoice()).supplier).toMatchObject({
    phone: contact.phone,
    isContactConfirmed: true,
    proposed: ['email', 'phone'],
  });
  answered(await confirm(number));
  expect(await read(number)).toMatchObject({ ...contact, phone, email, proposals: [] });
  const [change] = (await operator.call('GET', `${at(number)}/history`)).body.rows;
  expect(change).toMatchObject({ by: 'The approver', proposedBy: 'Scanner' });
  expect((await auditOf(number)).slice(-2)).toEqual([
    { action: 'supplier.proposed', by: 'Scanner' },
    { action: 'supplier.updated', by: 'The approver' },
  ]);
  const { state, supplier } = await readInvoice();
  expect([state, supplier]).toEqual([
    'received',
    expect.objectContaining({ phone, payeeChangedAt: null, proposed: [] }),
  ]);
  answered(await operator.call('POST', `${base}/invoices/${id}/approve`, {}));
});

it('an operator declines them, and a field that is left out, null or empty proposes nothing', async () => {
  const number = await confirmed();
  answered(await put(number, others));
  const [{ id }] = (await read(number)).proposals;
  answered(await operator.call('POST', `${at(number)}/proposals/${id}/decline`, { reason: 'They know of none.' }));
  for (const value of [undefined, null, '', ' ']) {
    const body = Object.fromEntries(fields.map((field) => [field, value]));
    expect(answered(await put(number, body)).body.message).toBe('Nothing differs from the company’s record.');
  }
  expect(await read(number)).toMatchObject({ ...contact, proposals: [] });
});

it('neither creating again nor an unknown field changes them', async () => {
  const number = await confirmed();
  expectProblem(await door.post(paths.suppliers, { ...record(number), ...others }), 409, /^/);
  const answer = answered(await put(number, { Phone: others.phone, telefon: others.phone }));
  expect(answer.body.message).toMatch(/Note: unknown fields? .*did you mean phone\?/);
  expect(await read(number)).toMatchObject({ ...contact, proposals: [], extra: { telefon: others.phone } });
});

it('contact details and the account in one body are one proposal, also if several arrive together', async () => {
  const number = await confirmed();
  const bodies = ['5050-1055', '5805-6201'].flatMap((bankGiro) =>
    Array.from({ length: 5 }, (_, n) => ({ bankGiro, phone: `070-${bankGiro}-${n}` })),
  );
  for (const answer of await Promise.all(bodies.map((body) => put(number, body)))) answered(answer);
  const { proposals, phone, bankGiro } = await read(number);
  expect([phone, bankGiro, proposals.length]).toEqual([contact.phone, '991-2346', 1]);
  expect(bodies).toContainEqual(proposals[0].patch);
  answered(await confirm(number));
  expect(await read(number)).toMatchObject({ ...proposals[0].patch, proposals: [] });
  const { id } = (await door.post(paths.invoices, { externalReferenceId: number, supplierNumber: number })).body;
  expect((await operator.call('GET', `${base}/invoices/${id}`)).body.state).toBe('held');
});

it('an operator confirms what was read: a newer body of the partner makes it a 409', async () => {
  const number = await confirmed();
  for (let round = 0; round < roundsOf(5); round++) {
    const seen = `070-${round}`;
    answered(await put(number, { phone: seen }));
    const { proposals, phone: before } = await read(number);
    const [newer, answer] = await Promise.all([put(number, { phone: others.phone }), confirm(number, proposals[0].id)]);
    answered(newer);
    const { phone } = await read(number);
    expect([
      [200, seen],
      [409, before],
    ]).toContainEqual([answer.status, phone]);
  }
});

it('two partners have a proposal each, and confirming one leaves the other', async () => {
  const number = await confirmed();
  answered(await put(number, { phone: '018-2' }));
  answered(await put(number, { phone: others.phone }, await door.tokenFor({ partner: 'Another' })));
  answered(await confirm(number));
  expect(await read(number)).toMatchObject({
    phone: '018-2',
    proposals: [{ patch: { phone: others.phone }, by: { name: 'Another' } }],
  });
});

it('confirming an account with If-Match never confirms a telephone number that was not read', async () => {
  for (let round = 0; round < roundsOf(5); round++) {
    const number = await unconfirmed();
    const { headers } = await operator.call('GET', at(number));
    const [changed, answer] = await Promise.all([
      put(number, { ...contact, phone: others.phone }),
      send(door.url, 'POST', `${api}${at(number)}/confirm`, {
        headers: { cookie: operator.cookie, 'x-doorway-console': '1', 'if-match': headers.get('etag') ?? '' },
      }),
    ]);
    answered(changed);
    const { phone, isConfirmed } = await read(number);
    expect([
      [200, true, contact.phone],
      [412, false, others.phone],
    ]).toContainEqual([answer.status, isConfirmed, phone]);
  }
});
