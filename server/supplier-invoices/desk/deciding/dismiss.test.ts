import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1', { bankGiro: '991-2346' });
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

let made = 0;
/** The invoice has an invalid currency and an invalid bank giro. */
async function odd(fields: object = {}): Promise<string> {
  const sent = { externalReferenceId: `odd-${(made += 1)}`, supplierNumber: '1', currency: 'QQQ', ...fields };
  const { body } = await door.post(paths.invoices, sent);
  if (body.id === undefined) throw new Error(body.message);
  return body.id;
}
const read = async (id: string) => (await approver.call('GET', `${base}/${id}`)).body;
const placeOf = async (id: string, wanted: string): Promise<number> =>
  (await read(id)).findings.find(({ code }: { code: string }) => code === wanted).place;
const dismiss = (id: string, place: number | string, body: object = { reason: 'Right as it is.' }, who = approver) =>
  who.call('POST', `${base}/${id}/findings/${place}/dismiss`, body);
const listed = async (query: string) => {
  const { body } = await approver.call('GET', `${base}?${query}`);
  return body.rows.map(({ id }: { id: string }) => id);
};

it('a dismissed finding has its operator, time and reason in the invoice, an event and the audit log', async () => {
  const id = await odd();
  const answer = await dismiss(id, 1, { reason: '  Right as it is. ' });
  expect(answer.status, answer.body.message).toBe(200);
  const dismissed = {
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    by: { id: approver.id, name: 'The approver' },
    reason: 'Right as it is.',
  };
  expect(answer.body.findings).toMatchObject([{ place: 1, code: 'currency.unknown', dismissed }]);
  expect(answer.body.timeline.at(-1)).toEqual({
    type: 'supplierinvoice.dismissed',
    at: expect.any(String),
    by: 'The approver',
    reason: 'Right as it is.',
  });
  const { rows: events } = await door.pool.query(
    'SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1',
    [id],
  );
  expect(events).toEqual([
    {
      type: 'supplierinvoice.dismissed',
      data: {
        supplierInvoiceId: id,
        externalReferenceId: `odd-${made}`,
        supplierNumber: '1',
        partnerId: expect.any(String),
        partnerName: 'Scanner',
        code: 'currency.unknown',
        place: 1,
        by: { id: approver.id, name: 'The approver' },
        reason: 'Right as it is.',
        traceId: traceIdOf(answer),
      },
    },
  ]);
  const { rows: entries } = await door.pool.query(
    'SELECT action, data, operator_id FROM audit_log WHERE subject_id = $1',
    [id],
  );
  expect(entries).toEqual([
    {
      action: 'supplierinvoice.dismissed',
      data: { code: 'currency.unknown', place: 1, reason: 'Right as it is.' },
      operator_id: approver.id,
    },
  ]);
});

it('the list and the overview count findings that are not dismissed', async () => {
  const id = await odd({ totalPrice: 10, paymentReferenceOCR: '1234' });
  const places = [await placeOf(id, 'currency.unknown'), await placeOf(id, 'number.ocr')];
  const row = async () => (await approver.call('GET', `${base}?limit=1`)).body.rows[0];
  const counted = async () => {
    const { body } = await approver.call('GET', `/companies/${door.company}/overview`);
    return body.findings.find(({ code }: { code: string }) => code === 'number.ocr');
  };
  expect(await row()).toMatchObject({
    id,
    findings: 2,
    gravest: 'warning',
    findingCodes: 'currency.unknown number.ocr',
  });
  expect(await listed('finding=number.ocr')).toEqual([id]);
  expect(await counted()).toEqual({ partner: 'Scanner', code: 'number.ocr', count: 1 });
  expect((await dismiss(id, places[1] as number)).status).toBe(200);
  expect(await row()).toMatchObject({ id, findings: 1, gravest: 'warning', findingCodes: 'currency.unknown' });
  expect(await listed('finding=number.ocr')).toEqual([]);
  expect(await counted()).toBeUndefined();
  expect((await dismiss(id, places[0] as number)).status).toBe(200);
  expect(await row()).toMatchObject({ id, findings: 0, gravest: null, findingCodes: null });
});

it('a finding that holds an invoice can be dismissed only after the release', async () => {
  const id = await odd({ supplierBankGiro: '5050-1055' });
  const place = await placeOf(id, 'payee.bankgiro');
  const refused = await dismiss(id, place);
  expectProblem(refused, 409, 'Release or reject the invoice');
  expect(refused.body).toMatchObject({ code: 'decision.refused', parameters: { why: 'finding.held' } });
  expect((await dismiss(id, await placeOf(id, 'currency.unknown'))).status).toBe(200);
  expect((await approver.call('POST', `${base}/${id}/release`, { reason: 'Right.' })).status).toBe(200);
  expect((await dismiss(id, place)).status).toBe(200);
});

it('a finding of an invoice that was decided on can be dismissed, which decides nothing', async () => {
  const id = await odd();
  expect((await approver.call('POST', `${base}/${id}/approve`, {})).status).toBe(200);
  expect((await dismiss(id, 1)).body).toMatchObject({ state: 'approved', findings: [{ dismissed: {} }] });
});

it('of two concurrent dismissals one is refused, and so is a later one', async () => {
  const id = await odd();
  const second = await signedIn(door, 'approver');
  const answers = await Promise.all([dismiss(id, 1), dismiss(id, 1, { reason: 'Mine.' }, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await dismiss(id, 1);
  expectProblem(late, 409, 'already dismissed');
  expect(late.body.parameters).toEqual({ why: 'finding.dismissed' });
  const { rowCount } = await door.pool.query(
    `SELECT FROM events WHERE subject_id = $1 AND type = 'supplierinvoice.dismissed'`,
    [id],
  );
  expect(rowCount).toBe(1);
});

it('two findings can be dismissed concurrently', async () => {
  const id = await odd({ paymentReferenceOCR: '1236' });
  const answers = await Promise.all([dismiss(id, 1), dismiss(id, 2)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await read(id)).findings).toMatchObject([{ dismissed: {} }, { dismissed: {} }]);
});

it.each(['2', '0', '-1', '1.5', '01', '10000', 'first', '%00'])('the unknown finding %s is a 404', async (place) => {
  expectProblem(await dismiss(await odd(), place), 404);
});

it.each([
  ['no reason', {}],
  ['a blank reason', { reason: ' ' }],
  ['a reason that is too long', { reason: 'x'.repeat(1001) }],
  ['another field', { reason: 'Right.', why: 'x' }],
])('%s is a 400, and nothing is dismissed', async (_what, body) => {
  const id = await odd();
  expectProblem(await dismiss(id, 1, body), 400);
  expect((await read(id)).findings[0]).not.toHaveProperty('dismissed');
});

it('a viewer cannot dismiss, and in another company the invoice is unknown', async () => {
  const id = await odd();
  expectProblem(await dismiss(id, 1, undefined, await signedIn(door, 'viewer')), 403, 'viewer');
  const { id: elsewhere } = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere);
  const path = `/companies/${elsewhere}/invoices/${id}/findings/1/dismiss`;
  expectProblem(await dismiss(id, 1, undefined, stranger), 404);
  expectProblem(await stranger.call('POST', path, { reason: 'Right.' }), 404);
  expect((await read(id)).findings[0]).not.toHaveProperty('dismissed');
  expect((await dismiss(id, 1, undefined, await signedIn(door, 'administrator'))).status).toBe(200);
});

/** Two invoices with the same number, total, date and payment reference. */
async function twice() {
  const supplierNumber = `twice ${(made += 1)}`;
  await door.addSupplier(supplierNumber);
  const sent = {
    supplierNumber,
    supplierInvoiceNumber: 'FA241492',
    invoiceDate: Date.UTC(2026, 10, 2),
    totalPrice: 1250,
    paymentReferenceOCR: '1234567897',
    currency: 'SEK',
  };
  return { first: await odd(sent), again: await odd(sent), sent };
}
const dismissDuplicate = (id: string, other: string, who = approver) =>
  who.call('POST', `${base}/${id}/duplicates/${other}/dismiss`, { reason: ' Not a duplicate. ' });

it('all findings about one other invoice are dismissed at once, each with its event and audit entry', async () => {
  const { first, again } = await twice();
  const { duplicates, findings } = await read(again);
  expect(duplicates).toEqual([
    { id: first, supplierInvoiceNumber: 'FA241492', state: 'received', dismiss: { allowed: true } },
  ]);
  expect(findings.map(({ code }: { code: string }) => code)).toEqual([
    'duplicate.number',
    'duplicate.amount',
    'duplicate.ocr',
  ]);
  const answer = await dismissDuplicate(again, first.toUpperCase());
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body.findings).toMatchObject(findings.map(() => ({ dismissed: { reason: 'Not a duplicate.' } })));
  expect(answer.body.duplicates).toMatchObject([{ dismiss: { allowed: false, code: 'finding.dismissed' } }]);
  const { rows } = await door.pool.query(
    `SELECT (SELECT count(*)::int FROM events WHERE subject_id = $1 AND type = 'supplierinvoice.dismissed') AS events,
            (SELECT count(*)::int FROM audit_log WHERE subject_id = $1) AS audited`,
    [again],
  );
  expect(rows).toEqual([{ events: 3, audited: 3 }]);
  const late = await dismissDuplicate(again, first);
  expectProblem(late, 409, 'already dismissed');
});

it('a duplicate finding that was dismissed alone stays as it is, and findings about others are left open', async () => {
  const { first, again, sent } = await twice();
  const third = await odd({ ...sent, supplierInvoiceNumber: 'another', totalPrice: 7 });
  await dismiss(again, 1, { reason: 'Alone.' });
  await dismissDuplicate(again, first);
  const reasons = (await read(again)).findings.map(
    ({ dismissed }: { dismissed: { reason: string } }) => dismissed.reason,
  );
  expect(reasons).toEqual(['Alone.', 'Not a duplicate.', 'Not a duplicate.']);
  expectProblem(await dismissDuplicate(again, third), 404);
  expectProblem(await dismissDuplicate(third, again), 404);
  expect((await read(third)).duplicates).toHaveLength(1);
});

it('if one of the findings holds the invoice, none is dismissed, and the record says so', async () => {
  const administrator = await signedIn(door, 'administrator');
  const rules = { 'duplicate.number': 'hold' };
  expect((await administrator.call('PATCH', `/companies/${door.company}/checks`, { rules })).status).toBe(200);
  const { first, again } = await twice();
  expect((await read(again)).duplicates).toMatchObject([{ dismiss: { allowed: false, code: 'finding.held' } }]);
  expectProblem(await dismissDuplicate(again, first), 409, 'Release or reject the invoice');
  expect((await read(again)).findings.some((finding: object) => 'dismissed' in finding)).toBe(false);
  const viewer = await signedIn(door, 'viewer');
  expectProblem(await dismissDuplicate(again, first, viewer), 403);
});
