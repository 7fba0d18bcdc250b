import { afterAll, expect, it } from 'vitest';
import { findingCodes } from '../../../../common/errors/findings.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor({ findsMissing: true });
await door.addSupplier('1');
const administrator = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/checks`;
afterAll(() => door.close());

interface CheckSettingRow {
  code: string;
  usual: string;
  setting: string;
}
const rules = async (who = administrator): Promise<CheckSettingRow[]> => (await who.call('GET', path)).body.rules;
const chosen = async () =>
  Object.fromEntries(
    (await rules()).filter(({ setting }) => setting !== 'usual').map(({ code, setting }) => [code, setting]),
  );
const change = (rules: unknown, who = administrator) => who.call('PATCH', path, { rules });
const audited = async () =>
  (
    await door.pool.query(
      `SELECT subject_type, subject_id, data, operator_id FROM audit_log WHERE company_id = $1 AND action = 'checks.changed' ORDER BY seq`,
      [door.company],
    )
  ).rows;

let made = 0;
/** Nothing is missing, and no other invoice is alike. */
const complete = () => ({
  externalReferenceId: `x${(made += 1)}`,
  supplierNumber: '1',
  supplierInvoiceNumber: `F-${made}`,
  invoiceDate: Date.UTC(2025, 0, made),
  paymentDueDate: Date.UTC(2026, 0, made),
  currency: 'SEK',
  articles: [{ price: 10 }],
  totalPrice: 10,
});
const send = async () => (await door.post(paths.invoices, { ...complete(), currency: 'QQQ' })).body.id;
const read = async (id: string) => (await administrator.call('GET', `/companies/${door.company}/invoices/${id}`)).body;

it('every rule has the setting usual at first', async () => {
  const all = await rules(await signedIn(door, 'viewer'));
  expect(all.map(({ code }) => code)).toEqual(findingCodes);
  expect(new Set(all.map(({ setting }) => setting))).toEqual(new Set(['usual']));
  expect(all).toContainEqual({ code: 'payee.bankgiro', usual: 'hold', setting: 'usual' });
  expect(all).toContainEqual({ code: 'date.time', usual: 'info', setting: 'usual' });
});

it('a changed setting applies to the next invoice, and the audit log has the previous one', async () => {
  const answer = await change({ 'currency.unknown': 'hold', 'sum.line': 'off' });
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body).toMatchObject({ rules: await rules(), waiting: [], waitingLimits: [] });
  expect(await chosen()).toEqual({ 'currency.unknown': 'hold', 'sum.line': 'off' });
  expect(await read(await send())).toMatchObject({ state: 'held', findings: [{ severity: 'hold' }] });
  expect((await change({ 'currency.unknown': 'off' })).status).toBe(200);
  expect(await read(await send())).toMatchObject({ state: 'received', findings: [] });
  expect((await change({ 'currency.unknown': 'usual', 'sum.line': 'usual' })).status).toBe(200);
  expect(await read(await send())).toMatchObject({ state: 'received', findings: [{ severity: 'warning' }] });
  expect(await chosen()).toEqual({});
  const of = { subject_type: 'checks', subject_id: door.company, operator_id: administrator.id };
  expect(await audited()).toEqual([
    {
      ...of,
      data: {
        changes: [
          { rule: 'sum.line', from: 'usual', to: 'off' },
          { rule: 'currency.unknown', from: 'usual', to: 'hold' },
        ],
      },
    },
    { ...of, data: { changes: [{ rule: 'currency.unknown', from: 'hold', to: 'off' }] } },
    {
      ...of,
      data: {
        changes: [
          { rule: 'sum.line', from: 'off', to: 'usual' },
          { rule: 'currency.unknown', from: 'off', to: 'usual' },
        ],
      },
    },
  ]);
});

it('a request that changes nothing is not recorded', async () => {
  const before = (await audited()).length;
  expect((await change({ 'currency.unknown': 'usual' })).status).toBe(200);
  expect((await change({})).status).toBe(200);
  expect(await audited()).toHaveLength(before);
});

it('concurrent changes are all kept', async () => {
  const answers = await Promise.all([
    change({ 'duplicate.number': 'hold' }),
    change({ 'duplicate.amount': 'hold' }),
    change({ 'duplicate.ocr': 'off' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await chosen()).toEqual({ 'duplicate.number': 'hold', 'duplicate.amount': 'hold', 'duplicate.ocr': 'off' });
});

it.each([
  [{ 'sum.lines': 'off' }, 'rules.sum.lines'],
  [{ sum: 'off' }, 'rules.sum'],
  [{ 'sum.line': 'warning' }, 'rules.sum.line'],
  [{ 'sum.line': null }, 'rules.sum.line'],
  [{ ['x'.repeat(10_000)]: 'off' }, expect.stringMatching(/^rules\.x.{0,300}$/)],
  ['off', 'rules'],
])('%j is a 400 at %s, and changes nothing', async (wrong, at) => {
  const before = await chosen();
  const answer = await change(wrong);
  expectProblem(answer, 400);
  expect(answer.body.problems).toMatchObject([{ path: at }]);
  expect(await chosen()).toEqual(before);
});

it('the tolerance of sums applies to the next invoice, also on the quick way, and the audit log has the previous one', async () => {
  const limits = (limits: unknown) => administrator.call('PATCH', path, { limits });
  const found = async (totalPrice: number) => {
    const articles = [{ quantity: 2, price: 50, totalPrice: 100, vat: 25 }];
    const body = { ...complete(), articles, totalVat: 25, totalPrice };
    const { findings } = await read((await door.post(paths.invoices, body)).body.id);
    return findings.map(({ code }: { code: string }) => code);
  };
  expect(await found(125.02)).toEqual(['sum.total']);
  const answer = await limits({ sumToleranceMinorUnits: 2 });
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body.limits).toEqual([
    { limit: 'sumToleranceMinorUnits', value: 2, usual: 0, min: 0, max: 1000 },
    { limit: 'recentDays', value: 30, usual: 30, min: 1, max: 365 },
  ]);
  expect(await found(125.02)).toEqual([]);
  expect(await found(125.03)).toEqual(['sum.total']);
  expect((await audited()).at(-1)?.data).toEqual({
    changes: [{ rule: 'sumToleranceMinorUnits', from: 0, to: 2 }],
  });
  // A change of a rule keeps the numbers.
  expect((await change({ 'sum.vat': 'hold' })).body.limits[0].value).toBe(2);
  for (const wrong of [
    { sumToleranceMinorUnits: 1001 },
    { sumToleranceMinorUnits: 0.5 },
    { recentDays: 0 },
    { days: 1 },
  ])
    expectProblem(await limits(wrong), 400, `limits.${Object.keys(wrong)[0]}`);
  expect((await limits({ sumToleranceMinorUnits: 0 })).body.limits[0].value).toBe(0);
  expect((await change({ 'sum.vat': 'usual' })).status).toBe(200);
});

it('an unknown field is a 400', async () =>
  expectProblem(await administrator.call('PATCH', path, { rules: {}, rule: {} }), 400, 'rule'));

it('only an administrator changes them, and another company has its own', async () => {
  for (const role of ['viewer', 'approver'] as const) {
    const who = await signedIn(door, role);
    expect((await who.call('GET', path)).status).toBe(200);
    expectProblem(await change({ 'sum.vat': 'off' }, who), 403, role);
  }
  const { id: elsewhere } = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'viewer', elsewhere);
  expectProblem(await stranger.call('GET', path), 404);
  expectProblem(await change({ 'sum.vat': 'off' }, stranger), 404);
  expect(
    (await administrator.call('PATCH', `/companies/${elsewhere}/checks`, { rules: { 'sum.vat': 'off' } })).status,
  ).toBe(200);
  expect(await chosen()).not.toHaveProperty('sum.vat');
});
