import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../../testing/door.ts';
import { signedIn, type SignedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { judgeManyAtApproval } from '../../checking/judge-again.ts';

const door = await openDoor();
const [changer, releaser, approver] = [
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver'),
];
const base = `/companies/${door.company}`;
afterAll(() => door.close());

let made = 0;
async function supplier(): Promise<string> {
  const number = `j${(made += 1)}`;
  await door.addSupplier(number, { bankGiro: '991-2346' });
  return number;
}
async function invoice(supplierNumber: string, fields: object = {}): Promise<string> {
  const sent = { externalReferenceId: `judged ${(made += 1)}`, supplierNumber, ...fields };
  const answer = await door.post(paths.invoices, sent);
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id;
}
const act = (who: SignedIn, id: string, what = 'approve', body: object = {}) =>
  who.call('POST', `${base}/invoices/${id}/${what}`, body);
const block = (number: string) => changer.call('POST', `${base}/suppliers/${number}/block`, { reason: 'Fraud.' });
const patch = async (number: string, fields: object) =>
  expect((await changer.call('PATCH', `${base}/suppliers/${number}`, fields)).status).toBe(200);
const stored = async (id: string) =>
  (
    await door.pool.query(
      'SELECT state, findings, signed_by FROM supplier_invoices WHERE company_id = $1 AND id = $2',
      [door.company, id],
    )
  ).rows[0];
const events = async (id: string) =>
  (
    await door.pool.query('SELECT type, data FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      door.company,
      id,
    ])
  ).rows;
const types = async (id: string) => (await events(id)).map(({ type }) => type.split('.')[1]);
const expectStopped = (answer: Answer, finding: string, says: string) => {
  expectProblem(answer, 409, says);
  expect(answer.body).toMatchObject({ code: 'approval.stopped', parameters: { finding } });
};

it('a supplier blocked since the arrival stops the approval: the finding is stored, answered and holds the invoice', async () => {
  const number = await supplier();
  const id = await invoice(number);
  await block(number);
  expectStopped(await act(approver, id), 'payee.blocked', 'blocked');
  expect(await stored(id)).toMatchObject({ state: 'held', findings: [{ code: 'payee.blocked', severity: 'hold' }] });
  expect((await events(id)).slice(-2)).toMatchObject([
    { type: 'supplierinvoice.checked', data: { by: { name: 'the service' }, findings: [{ code: 'payee.blocked' }] } },
    { type: 'supplierinvoice.held', data: { by: { name: 'the service' }, heldFor: ['payee.blocked'] } },
  ]);
  expectProblem(await act(approver, id), 409, 'held');
  expect((await act(releaser, id, 'release', { reason: 'The goods came before.' })).status).toBe(200);
  expect((await act(approver, id)).body.state).toBe('approved');
  expect(await types(id)).toEqual(['created', 'checked', 'held', 'released', 'approved']);
});

it('a payee changed since the arrival stops it, and a change after the release stops it again, even on the same day', async () => {
  const number = await supplier();
  const id = await invoice(number);
  await patch(number, { bankGiro: '5050-1055' });
  expectStopped(await act(approver, id), 'payee.changed', 'changed');
  await act(releaser, id, 'release', { reason: 'They telephoned.' });
  await patch(number, { bankGiro: '991-2346' });
  expectStopped(await act(approver, id), 'payee.changed', 'changed');
  expect(await stored(id)).toMatchObject({
    state: 'held',
    findings: [{ code: 'payee.changed' }, { code: 'payee.changed' }],
  });
  await act(releaser, id, 'release', { reason: 'They telephoned again.' });
  expect((await act(approver, id)).body.state).toBe('approved');
});

it('an account that no longer fits the record stops it', async () => {
  const number = await supplier();
  const id = await invoice(number, { supplierBankGiro: '991-2346' });
  await patch(number, { bankGiro: '5050-1055' });
  expect((await act(approver, id)).status).toBe(409);
  expect((await stored(id)).findings.map(({ code }: { code: string }) => code).sort()).toEqual([
    'payee.bankgiro',
    'payee.changed',
  ]);
});

it('a release that accepts the account does not stop the approval that follows', async () => {
  const number = await supplier();
  const id = await invoice(number, { supplierBankGiro: '5050-1055' });
  const accepted = await act(releaser, id, 'release', { reason: 'New account.', acceptAccount: true });
  expect(accepted.status, accepted.body.message).toBe(200);
  expect((await act(approver, id)).body.state).toBe('approved');
});

it('a later duplicate stops it once, and not if that one was rejected', async () => {
  const number = await supplier();
  const first = await invoice(number, { supplierInvoiceNumber: 'F-1' });
  const rejected = await invoice(number, { supplierInvoiceNumber: 'F-1' });
  await act(approver, rejected, 'reject', { reason: 'Twice.' });
  const later = await invoice(number, { supplierInvoiceNumber: 'f1' });
  expectStopped(await act(approver, first), 'duplicate.number', later);
  expect(await stored(first)).toMatchObject({
    state: 'received',
    findings: [{ code: 'duplicate.number', severity: 'warning', parameters: { earlier: later } }],
  });
  expect((await act(approver, first)).body.state).toBe('approved');

  const other = await invoice(number, { supplierInvoiceNumber: 'F-2' });
  const twice = await invoice(number, { supplierInvoiceNumber: 'F-2' });
  await act(approver, twice, 'reject', { reason: 'Twice.' });
  expect((await act(approver, other)).body.state).toBe('approved');
});

it('a new finding stops a signature, too', async () => {
  const number = await supplier();
  const id = await invoice(number, { totalPrice: 11, currency: 'SEK' });
  await block(number);
  const limited = await signedIn(door, 'approver');
  await door.pool.query(
    'UPDATE operator_companies SET approval_limit = 10 WHERE company_id = $1 AND operator_id = $2',
    [door.company, limited.id],
  );
  expectStopped(await act(limited, id), 'payee.blocked', 'blocked');
  expect(await stored(id)).toMatchObject({ state: 'held', signed_by: null });
});

it('a bulk leaves out invoices with new findings, stores the findings, and approves the rest', async () => {
  const [changed, free] = [await supplier(), await supplier()];
  const number = { supplierInvoiceNumber: 'B-1' };
  const [worse, twice, fine] = [await invoice(changed), await invoice(free, number), await invoice(free)];
  const { body } = await approver.call('POST', `${base}/bulk`, { decision: 'approve', ids: [worse, twice, fine] });
  expect(body.left).toBe(3);
  await block(changed);
  await invoice(free, number);
  const done = (await approver.call('POST', `${base}/bulk/${body.id}/next`)).body;
  expect(done).toMatchObject({ done: 1, left: 0, leftOutCount: 2 });
  expect(done.leftOut).toMatchObject([
    { id: worse, code: 'invoice.worse', why: expect.stringContaining('decide again') },
    { id: twice, code: 'invoice.worse' },
  ]);
  expect(await stored(worse)).toMatchObject({ state: 'held', findings: [{ code: 'payee.blocked' }] });
  expect(await stored(twice)).toMatchObject({ state: 'received', findings: [{ code: 'duplicate.number' }] });
  expect(await stored(fine)).toMatchObject({ state: 'approved', findings: [] });
});

it('a rejection is not judged', async () => {
  const number = await supplier();
  const id = await invoice(number);
  await block(number);
  expect((await act(approver, id, 'reject', { reason: 'No.' })).body.state).toBe('rejected');
});

it('a hundred invoices are judged by as many statements as one', async () => {
  const number = await supplier();
  const ids = await Promise.all(Array.from({ length: 100 }, () => invoice(number)));
  const statements = async (chosen: string[]) => {
    let many = 0;
    const query = (...asked: unknown[]) => {
      many++;
      return door.pool.query(...(asked as [string]));
    };
    expect(await judgeManyAtApproval({ query }, door.company, chosen, [], new Date())).toEqual(new Map());
    return many;
  };
  expect(await statements(ids)).toBe(await statements(ids.slice(1, 2)));
});

it('a warning that a job stored after the operator looked stops the approval once', async () => {
  const number = await supplier();
  const [earlier, id] = [await invoice(number), await invoice(number)];
  const later = [{ code: 'duplicate.number', severity: 'warning', parameters: { earlier, score: 80 }, message: '' }];
  await door.pool.query('UPDATE supplier_invoices SET findings = $2 WHERE id = $1', [id, JSON.stringify(later)]);
  expectStopped(await act(approver, id, 'approve', { seenFindings: 0 }), 'duplicate.number', 'invoice number');
  expect(await types(id)).toEqual(['created']);
  expect((await act(approver, id, 'approve', { seenFindings: 1 })).body.state).toBe('approved');
});
