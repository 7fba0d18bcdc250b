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
  return (await door.post(paths.invoices, sent)).body.id;
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
  expectProblem(refused, 409, 'Release the invoice');
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
