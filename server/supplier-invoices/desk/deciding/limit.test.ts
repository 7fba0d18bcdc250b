import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { decideAs, signedIn, type SignedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { roundsOf } from '../../../testing/long.ts';
import { setSettings } from '../../../testing/settings.ts';

const door = await openDoor();
await door.addSupplier('1');
const [first, second, free] = [
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver'),
];
const base = `/companies/${door.company}/invoices`;
for (const [{ id }, most] of [
  [first, '1000'],
  [second, '10.5'],
] as const)
  await door.pool.query(
    'UPDATE operator_companies SET approval_limit = $3 WHERE company_id = $1 AND operator_id = $2',
    [door.company, id, most],
  );
afterAll(() => door.close());

let made = 0;
const invoice = async (fields: object = { totalPrice: 1000.01, currency: 'SEK' }): Promise<string> =>
  (
    await door.post(paths.invoices, {
      externalReferenceId: `limit ${(made += 1)}`,
      supplierNumber: '1',
      supplierInvoiceNumber: `L-${made}`,
      ...fields,
    })
  ).body.id;
const act = (who: SignedIn, id: string, what = 'approve', body: object = {}) =>
  decideAs(who, `${base}/${id}`, what, body);
const stored = async (id: string) =>
  (await door.pool.query('SELECT state, decided_by, signed_by, signed_at FROM supplier_invoices WHERE id = $1', [id]))
    .rows[0];
const approval = async (who: SignedIn, id: string) => (await who.call('GET', `${base}/${id}`)).body.actions.approve;
const types = async (id: string) =>
  (await door.pool.query('SELECT type FROM events WHERE subject_id = $1 ORDER BY seq', [id])).rows.map(
    ({ type }) => type.split('.')[1],
  );

it('above the limit the first approval signs, and another approver’s approves, whatever their limit', async () => {
  const id = await invoice();
  const answer = await act(first, id, 'approve', { comment: 'Delivered.' });
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body).toMatchObject({
    state: 'received',
    signed: { by: 'The approver', at: expect.stringMatching(/Z$/), comment: 'Delivered.' },
    actions: {
      approve: { allowed: false, code: 'invoice.signed', step: 'second', parameters: { others: expect.any(Array) } },
      unsign: { allowed: true },
      reject: { allowed: true },
    },
  });
  expect(answer.body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.signed', reason: 'Delivered.' });
  expect(await stored(id)).toEqual({
    state: 'received',
    decided_by: null,
    signed_by: first.id,
    signed_at: expect.any(Date),
  });
  const { rows } = await door.pool.query('SELECT data FROM events WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1', [
    id,
  ]);
  expect(rows[0].data).toMatchObject({ by: { id: first.id }, reason: 'Delivered.', traceId: traceIdOf(answer) });
  const audited = await door.pool.query('SELECT action, operator_id FROM audit_log WHERE subject_id = $1', [id]);
  expect(audited.rows).toEqual([{ action: 'supplierinvoice.signed', operator_id: first.id }]);

  expect(await approval(second, id)).toEqual({
    allowed: true,
    step: 'second',
    notice: { code: 'approval.second', message: expect.stringContaining('the second of two'), parameters: {} },
  });
  const approved = await act(second, id);
  expect(approved.body).toMatchObject({ state: 'approved', signed: null });
  expect(await stored(id)).toEqual({ state: 'approved', decided_by: second.id, signed_by: null, signed_at: null });
  expect(await types(id)).toEqual(['created', 'signed', 'approved']);
});

it('the operator who signed cannot approve it, too', async () => {
  const id = await invoice();
  const answers = await Promise.all(Array.from({ length: 8 }, () => act(first, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectProblem(
      answer,
      409,
      'You gave the first of two approvals. A second approver is needed, such as The approver',
    );
  expect(await stored(id)).toMatchObject({ state: 'received', signed_by: first.id });
  expect(await types(id)).toEqual(['created', 'signed']);
});

it('of two concurrent approvals one signs and the other approves', async () => {
  const id = await invoice();
  const answers = await Promise.all([act(first, id), act(second, id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await stored(id)).state).toBe('approved');
  expect(await types(id)).toEqual(['created', 'signed', 'approved']);
});

it.each<[string, object, string]>([
  ['up to the limit', { totalPrice: 1000, currency: 'SEK' }, 'approved'],
  ['in another currency', { totalPrice: 1, currency: 'EUR' }, 'received'],
  ['without a total', { currency: 'SEK' }, 'received'],
  ['a small credit note', { totalPrice: -1000, currency: 'SEK' }, 'approved'],
  ['a credit note above the limit', { totalPrice: -1000.01, currency: 'SEK' }, 'received'],
  [
    'with lines above its total',
    { totalPrice: 1, currency: 'SEK', articles: [{ totalPrice: 500.005 }, { totalPrice: 500 }] },
    'received',
  ],
  [
    'with lines that say price and quantity',
    { totalPrice: 1, currency: 'SEK', articles: [{ price: 333.34, quantity: 3 }] },
    'received',
  ],
  [
    'with credited lines above the limit',
    { totalPrice: 0, currency: 'SEK', articles: [{ totalPrice: -1001 }] },
    'received',
  ],
  [
    'above the limit with VAT and fee',
    { totalPrice: 900, currency: 'SEK', totalVat: 80, invoiceFee: 30, articles: [{ totalPrice: 900 }] },
    'received',
  ],
  ['with a large freight', { totalPrice: 1, currency: 'SEK', freight: '1 000,01 kr' }, 'received'],
  ['with a large roundoff', { totalPrice: 1, currency: 'SEK', centRoundoff: -1001 }, 'received'],
  [
    'with a large VAT of a line',
    { totalPrice: 1, currency: 'SEK', articles: [{ totalPrice: 1, vat: 1001 }] },
    'received',
  ],
  [
    'up to the limit with VAT and fee',
    {
      totalPrice: 900,
      currency: 'SEK',
      totalVat: 70,
      invoiceFee: 30,
      articles: [{ totalPrice: 900 }, { articleDescription: 'Text' }],
    },
    'approved',
  ],
])('an invoice %s, approved by an approver with a limit, is %s', async (_what, fields, state) => {
  const id = await invoice(fields);
  expect((await act(first, id)).body.state).toBe(state);
});

it('the limit is in the currency that the company chose', async () => {
  await setSettings(door, { currency: 'EUR' });
  expect((await act(first, await invoice({ totalPrice: 999, currency: 'EUR' }))).body.state).toBe('approved');
  expect((await act(first, await invoice({ totalPrice: 999, currency: 'SEK' }))).body.state).toBe('received');
  await setSettings(door, { currency: 'SEK' });
});

it('administrators, and approvers without a limit, approve alone', async () => {
  const administrator = await signedIn(door, 'administrator');
  for (const who of [administrator, free])
    expect((await act(who, await invoice({ totalPrice: 999_999, currency: 'SEK' }))).body.state).toBe('approved');
});

it('a rejection clears the signature', async () => {
  const id = await invoice();
  await act(first, id);
  expect((await act(second, id, 'reject', { reason: 'No.' })).body).toMatchObject({ state: 'rejected', signed: null });
  expect(await stored(id)).toMatchObject({ signed_by: null, signed_at: null });
});

it('a reopened invoice needs two approvals again', async () => {
  const id = await invoice();
  await act(first, id);
  expectProblem(await act(first, id, 'reopen', { reason: 'x' }), 409, 'Nobody has decided');
  await act(second, id);
  expect((await act(first, id, 'reopen', { reason: 'Too early.' })).body).toMatchObject({
    state: 'received',
    signed: null,
  });
  expect((await act(second, id)).body).toMatchObject({ state: 'received', signed: { by: 'The approver' } });
  expect((await act(first, id)).body.state).toBe('approved');
  expect(await types(id)).toEqual(['created', 'signed', 'approved', 'reopened', 'signed', 'approved']);
});

it('an invoice of an earlier version with amounts that are no numbers needs two approvals, alone and in bulk', async () => {
  const id = await invoice({ totalPrice: 1, currency: 'SEK', articles: [{ totalPrice: 1 }] });
  await door.pool.query(
    `UPDATE supplier_invoices SET document = jsonb_set(document::jsonb, '{articles,0,totalPrice}', '"1"') WHERE company_id = $1 AND id = $2`,
    [door.company, id],
  );
  const bulk = await first.call('POST', `/companies/${door.company}/bulk`, {
    decision: 'approve',
    ids: [id],
    withFindings: true,
  });
  expect(bulk.body.leftOut).toMatchObject([{ id, code: 'invoice.limit' }]);
  expect((await act(first, id)).body.state).toBe('received');
});

it('in bulk the lines count as well', async () => {
  const fields = { currency: 'SEK', articles: [{ totalPrice: 600 }, { totalPrice: 600 }] };
  const ids = [await invoice({ ...fields, totalPrice: 1 }), await invoice({ totalPrice: 1, currency: 'SEK' })];
  const form = { decision: 'approve', ids, withFindings: true };
  const { body } = await first.call('POST', `/companies/${door.company}/bulk`, form);
  expect(body.leftOut).toMatchObject([{ id: ids[0], code: 'invoice.limit' }]);
  expect(body.left).toBe(1);
});

it.each<[string, object, object, string]>([
  [
    'above the limit',
    { totalPrice: 34520.5, currency: 'SEK' },
    { because: 'limit', amount: '34520.5', currency: 'SEK' },
    '34,520.50 SEK is above your limit of 1,000.00 SEK.',
  ],
  [
    'in another currency',
    { totalPrice: 1, currency: 'EUR' },
    { because: 'currency', currency: 'EUR' },
    'your limit of 1,000.00 SEK is in another currency than the invoice (EUR).',
  ],
  ['without a total', { currency: 'SEK' }, { because: 'unknown' }, 'your limit of 1,000.00 SEK'],
])(
  '%s the record says in advance that another approval must follow, why, and who can give it',
  async (_w, sent, parameters, says) => {
    const id = await invoice(sent);
    const action = await approval(first, id);
    expect(action).toMatchObject({
      allowed: true,
      step: 'first',
      notice: { code: 'approval.first', parameters: { ...parameters, limit: '1000', limitCurrency: 'SEK' } },
    });
    expect(action.notice.message).toContain('A second approver is needed: ');
    expect(action.notice.message).toContain(says);
    expect(action.notice.message).toContain('After you, someone else approves it, such as The approver');
    expect(action.notice.parameters.others.length).toBeLessThanOrEqual(3);
    expect(await approval(free, id)).toEqual({ allowed: true });
  },
);

it('the signer alone can take the first approval back, and only before the second', async () => {
  const id = await invoice();
  expectProblem(await act(first, id, 'unsign'), 409, 'Nobody has given a first approval');
  await act(first, id);
  expect((await second.call('GET', `${base}/${id}`)).body.actions.unsign).toMatchObject({ code: 'signature.other' });
  expectProblem(await act(second, id, 'unsign'), 409, 'only they can take it back');
  const answer = await act(first, id, 'unsign', { comment: 'Too early.' });
  expect(answer.body).toMatchObject({
    state: 'received',
    signed: null,
    actions: { approve: { allowed: true, step: 'first' }, unsign: { allowed: false, code: 'signature.missing' } },
  });
  expect(answer.body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.unsigned', reason: 'Too early.' });
  expect(await stored(id)).toMatchObject({ signed_by: null, signed_at: null });
  const { rows } = await door.pool.query('SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY seq', [id]);
  expect(rows.map(({ action }) => action)).toEqual(['supplierinvoice.signed', 'supplierinvoice.unsigned']);
  await act(first, id);
  await act(second, id);
  expectProblem(await act(first, id, 'unsign'), 409, 'already approved');
  expect(await types(id)).toEqual(['created', 'signed', 'unsigned', 'signed', 'approved']);
});

it('a first approval that is taken back while others approve never counts for the second', async () => {
  for (let round = 0; round < roundsOf(5); round++) {
    const id = await invoice();
    const { decisionSeq } = (await act(first, id)).body;
    const [back, again, approved] = await Promise.all([
      act(first, id, 'unsign', { decisionSeq }),
      act(first, id),
      act(second, id),
    ]);
    const happened = await types(id);
    const { state, signed_by: signer } = await stored(id);
    // Replays the history: an approval needs a signature that stands at that moment.
    let signatures = 0;
    for (const type of happened) {
      if (type === 'signed') expect((signatures += 1)).toBe(1);
      if (type === 'unsigned') expect((signatures -= 1)).toBe(0);
      if (type === 'approved') expect(signatures).toBe(1);
    }
    expect(state).toBe(happened.includes('approved') ? 'approved' : 'received');
    expect(signer !== null).toBe(state === 'received' && signatures === 1);
    expect([back, again, approved].every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(happened.filter((type) => type === 'unsigned')).toHaveLength(back.status === 200 ? 1 : 0);
  }
});

it('a signer whose invoice becomes held can take the approval back', async () => {
  const id = await invoice();
  await act(first, id);
  await door.pool.query(`UPDATE supplier_invoices SET state = 'held' WHERE id = $1`, [id]);
  expect((await act(first, id, 'unsign')).body).toMatchObject({ state: 'held', signed: null });
});
