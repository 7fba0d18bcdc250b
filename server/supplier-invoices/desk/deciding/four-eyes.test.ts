import { afterAll, expect, it } from 'vitest';
import { daysAgo } from '../../../testing/days-ago.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { traceIdOf } from '../../../testing/happenings.ts';

const recorded = '991-2346';
const other = '5050-1055';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}`;
afterAll(() => door.close());

let made = 0;
/** Each invoice has its own supplier, and is held because its account differs from the record. */
async function held(
  fields: object = { supplierBankGiro: other },
  record: Record<string, unknown> = { bankGiro: recorded },
) {
  const number = `s${(made += 1)}`;
  await door.addSupplier(number, record);
  const sent = { externalReferenceId: number, supplierNumber: number, ...fields };
  const { id } = (await door.post(paths.invoices, sent)).body;
  expect(await stored(id)).toMatchObject({ state: 'held' });
  return { id: id as string, number };
}

const stored = async (id: string) =>
  (
    await door.pool.query('SELECT state, decided_at, released_at, released_by FROM supplier_invoices WHERE id = $1', [
      id,
    ])
  ).rows[0];
const supplier = async (number: string) => (await approver.call('GET', `${base}/suppliers/${number}`)).body;
const history = async (number: string) =>
  (await approver.call('GET', `${base}/suppliers/${number}/history`)).body.rows.filter(
    ({ type }: { type: string }) => type === 'supplier.updated',
  );
const events = async (subject: string) =>
  (
    await door.pool.query('SELECT type, data FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      door.company,
      subject,
    ])
  ).rows;
const audited = async (...subjects: string[]) =>
  (
    await door.pool.query(
      'SELECT action, data, operator_id FROM audit_log WHERE company_id = $1 AND subject_id = ANY ($2) ORDER BY seq',
      [door.company, subjects],
    )
  ).rows;
const release = (id: string, body: object = { reason: 'They telephoned.' }, who = approver) =>
  who.call('POST', `${base}/invoices/${id}/release`, body);

it('a released invoice can be decided, and the release has its operator, time and reason', async () => {
  const { id, number } = await held();
  const before = await approver.call('GET', `${base}/invoices/${id}`);
  expect(before.body.actions).toEqual({
    approve: { allowed: false, why: expect.any(String), code: 'invoice.held' },
    unsign: { allowed: false, why: expect.any(String), code: 'signature.missing' },
    ask: { allowed: true },
    code: { allowed: false, why: expect.any(String), code: 'coding.unused' },
    reject: { allowed: true },
    release: { allowed: true },
    reopen: { allowed: false, why: expect.any(String), code: 'invoice.undecided' },
  });
  const answer = await release(id, { reason: '  They telephoned. ' });
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body).toMatchObject({
    state: 'received',
    actions: {
      approve: { allowed: false, code: 'duty.released' },
      release: { allowed: false, code: 'invoice.received' },
    },
    findings: [{ place: 1, code: 'payee.bankgiro', path: 'supplierBankGiro', severity: 'hold' }],
  });
  expect(answer.body.timeline.at(-1)).toEqual({
    type: 'supplierinvoice.released',
    at: expect.any(String),
    by: 'The approver',
    reason: 'They telephoned.',
  });
  expect(await stored(id)).toEqual({
    state: 'received',
    decided_at: null,
    released_at: expect.any(Date),
    released_by: approver.id,
  });
  expect((await events(id)).at(-1)).toEqual({
    type: 'supplierinvoice.released',
    data: {
      supplierInvoiceId: id,
      externalReferenceId: number,
      supplierNumber: number,
      partnerId: expect.any(String),
      partnerName: 'Scanner',
      by: { id: approver.id, name: 'The approver' },
      reason: 'They telephoned.',
      traceId: traceIdOf(answer),
    },
  });
  expect(await audited(id)).toEqual([
    { action: 'supplierinvoice.released', data: { reason: 'They telephoned.' }, operator_id: approver.id },
  ]);
  expect(await supplier(number)).toMatchObject({ bankGiro: recorded });
  const second = await signedIn(door, 'approver');
  expect((await second.call('POST', `${base}/invoices/${id}/approve`, {})).status).toBe(200);
  expect(await stored(id)).toMatchObject({ state: 'approved', released_by: approver.id });
});

it('with acceptAccount the record gets the accounts that differ, as a change of the supplier by this operator', async () => {
  const { id, number } = await held(
    { supplierBankGiro: ' 50501055 ', supplierPostGiro: '12345-5' },
    { bankGiro: recorded, postGiro: '123455' },
  );
  const answer = await release(id, { reason: 'New account.', acceptAccount: true });
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body.supplier).toMatchObject({ bankGiro: '50501055', postGiro: '123455' });
  expect(answer.body.supplier.payeeChangedAt).toMatch(/^\d{4}-/);
  expect(await history(number)).toMatchObject([
    { by: 'The approver', changes: [{ field: 'bankGiro', from: recorded, to: '50501055' }] },
  ]);
  expect((await events(id)).at(-1)).toMatchObject({
    type: 'supplierinvoice.released',
    data: { accountAccepted: true, reason: 'New account.' },
  });
  expect((await events(number)).at(-1)).toMatchObject({
    type: 'supplier.updated',
    data: { by: { id: approver.id }, traceId: traceIdOf(answer) },
  });
  expect(await audited(id, number)).toMatchObject([
    { action: 'supplier.updated', operator_id: approver.id },
    { action: 'supplierinvoice.released', data: { reason: 'New account.', accountAccepted: true } },
  ]);
});

it('without a different account, acceptAccount writes nothing', async () => {
  const { id, number } = await held({ supplierName: 'Somebody else', supplierBankGiro: '9912346' });
  expect((await release(id, { reason: 'A new name.', acceptAccount: true })).status).toBe(200);
  expect(await supplier(number)).toMatchObject({ bankGiro: recorded });
  expect(await history(number)).toEqual([]);
  expect((await events(id)).at(-1).data).not.toHaveProperty('accountAccepted');
  expect(await audited(id, number)).toMatchObject([
    { action: 'supplierinvoice.released', data: { reason: 'A new name.' } },
  ]);
});

it('an invalid account is not accepted, and the invoice stays held', async () => {
  const { id, number } = await held({ supplierBankGiro: '5050-1056' });
  const answer = await release(id, { reason: 'New account.', acceptAccount: true });
  expectProblem(answer, 400);
  expect(answer.body.problems).toMatchObject([{ path: 'bankGiro' }]);
  expect(await stored(id)).toMatchObject({ state: 'held', released_at: null });
  expect(await supplier(number)).toMatchObject({ bankGiro: recorded });
  expect((await release(id)).status).toBe(200);
});

it('an operator who changed the payee cannot release, and sees that in the actions; another operator can', async () => {
  const { id, number } = await held();
  const changer = await signedIn(door, 'administrator');
  expect(
    (await changer.call('PATCH', `${base}/suppliers/${number}`, { iban: 'SE4550000000058398257466' })).status,
  ).toBe(200);
  const { body } = await changer.call('GET', `${base}/invoices/${id}`);
  expect(body.actions.release).toEqual({
    allowed: false,
    why: expect.stringContaining('Ask another approver'),
    code: 'release.changer',
    parameters: { others: expect.arrayContaining(['The approver']) },
  });
  const refused = await release(id, { reason: 'It is right.' }, changer);
  expectProblem(refused, 409, 'Ask another approver');
  expect(refused.body).toMatchObject({ code: 'decision.refused', parameters: { why: 'release.changer' } });
  expect(await stored(id)).toMatchObject({ state: 'held' });
  expect(await audited(id)).toEqual([]);
  expect((await release(id)).status).toBe(200);
});

it.each([
  ['another field than those of the payee', { city: 'Luleå' }, 0, 200],
  ['the name', { name: 'Sydbygg' }, 0, 409],
  ['the payee, less than 30 days before the invoice arrived', { postGiro: '12345-5' }, 29, 409],
  ['the payee, more than 30 days before the invoice arrived', { postGiro: '12345-5' }, 31, 200],
])('an operator who changed %s (%o, %i days before) is answered %s', async (_what, patch, agoDays, status) => {
  const { id, number } = await held();
  const changer = await signedIn(door, 'approver');
  expect((await changer.call('PATCH', `${base}/suppliers/${number}`, patch)).status).toBe(200);
  await door.pool.query('UPDATE supplier_changes SET created_at = $2 WHERE supplier_number = $1 AND company_id = $3', [
    number,
    daysAgo(agoDays),
    door.company,
  ]);
  const { body } = await changer.call('GET', `${base}/invoices/${id}`);
  expect(body.actions.release.allowed).toBe(status === 200);
  expect((await release(id, { reason: 'It is right.' }, changer)).status).toBe(status);
});

it('of two concurrent releases one is refused, and told who made the other', async () => {
  const { id, number } = await held();
  const second = await signedIn(door, 'approver');
  const answers = await Promise.all([
    release(id, { reason: 'First.', acceptAccount: true }),
    release(id, { reason: 'Second.', acceptAccount: true }, second),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.parameters).toEqual({
    why: 'invoice.received',
    by: 'The approver',
    at: expect.any(String),
    action: 'supplierinvoice.released',
  });
  expect((await events(id)).filter(({ type }) => type === 'supplierinvoice.released')).toHaveLength(1);
  expect(await history(number)).toHaveLength(1);
});

it('a concurrent release and approval run one after the other', async () => {
  const { id } = await held();
  const second = await signedIn(door, 'approver');
  const [released, approved] = await Promise.all([
    release(id),
    second.call('POST', `${base}/invoices/${id}/approve`, {}),
  ]);
  expect(released.status).toBe(200);
  expect([200, 409]).toContain(approved.status);
  expect((await stored(id)).state).toBe(approved.status === 200 ? 'approved' : 'received');
});

it.each([
  ['received', 'invoice.received'],
  ['approved', 'invoice.approved'],
  ['rejected', 'invoice.rejected'],
])('an invoice that is %s is not released', async (state, why) => {
  const { id } = await held();
  const decided = state === 'received' ? null : new Date();
  await door.pool.query(
    'UPDATE supplier_invoices SET state = $2, decided_at = $3, decided_by = $4, reason = $5 WHERE id = $1',
    [id, state, decided, decided && approver.id, decided && 'x'],
  );
  const answer = await release(id);
  expectProblem(answer, 409);
  expect(answer.body.parameters).toEqual({ why });
});

it.each([
  ['no reason', {}, 'reason is required'],
  ['a blank reason', { reason: ' ' }, 'reason'],
  ['a reason that is too long', { reason: 'x'.repeat(1001) }, 'reason'],
  ['another field', { reason: 'Right.', acceptAccounts: true }, 'acceptAccount'],
  ['a text for a truth', { reason: 'Right.', acceptAccount: 'yes' }, 'acceptAccount'],
])('%s is a 400, and the invoice stays held', async (_what, body, message) => {
  const { id } = await held();
  expectProblem(await release(id, body), 400, message);
  expect(await stored(id)).toMatchObject({ state: 'held' });
});

it('a viewer cannot release, and sees that in the actions; in another company the invoice is unknown', async () => {
  const { id } = await held();
  const viewer = await signedIn(door, 'viewer');
  expect((await viewer.call('GET', `${base}/invoices/${id}`)).body.actions.release).toMatchObject({
    allowed: false,
    code: 'role.refused',
  });
  expectProblem(await release(id, undefined, viewer), 403, 'viewer');
  const { id: elsewhere } = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere);
  expectProblem(await release(id, undefined, stranger), 404);
  expectProblem(
    await stranger.call('POST', `/companies/${elsewhere}/invoices/${id}/release`, { reason: 'Right.' }),
    404,
  );
  expect(await stored(id)).toMatchObject({ state: 'held' });
  const administrator = await signedIn(door, 'administrator');
  expect((await release(id, undefined, administrator)).status).toBe(200);
});

it('the invoice has the supplier’s record, without the end of a personal number', async () => {
  const { id } = await held(
    { supplierBankGiro: other },
    { name: 'Nordbygg', organizationalNumber: '850101-1230', bankGiro: recorded, iban: 'SE4550000000058398257466' },
  );
  const { body } = await approver.call('GET', `${base}/invoices/${id}`);
  expect(body.supplier).toEqual({
    number: expect.any(String),
    name: 'Nordbygg',
    organizationalNumber: '850101-****',
    bankGiro: recorded,
    postGiro: '',
    iban: 'SE4550000000058398257466',
    bicSwift: '',
    phone: '',
    isContactConfirmed: false,
    proposed: [],
    payeeChangedAt: null,
    alike: [],
  });
});
