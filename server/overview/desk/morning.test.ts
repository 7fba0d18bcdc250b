import { afterAll, describe, expect, it } from 'vitest';
import { agesOn, periodsTo } from './rules.ts';
import type { Overview } from './schemas.ts';
import { addDays, dayIn } from '../../../common/days.ts';
import { restOfWeek } from '../../ground/db/days.ts';
import { newId } from '../../ground/db/ids.ts';
import { openDoor } from '../../testing/door.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { noonZone } from '../../testing/noon.ts';
import { signedIn } from '../../testing/operator.ts';
import { setSettings } from '../../testing/settings.ts';
import { nowMs } from '../../testing/time.ts';

// A zone where it is about noon, so that no midnight passes while the test runs.
const zone = noonZone();
const now = nowMs();
const today = dayIn(now, zone);

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
await door.addSupplier('1');
await setSettings(door, { timeZone: zone });
afterAll(() => door.close());

const overview = async (days = 30): Promise<Overview> => {
  const { status, body } = await viewer.call(
    'GET',
    `/companies/${door.company}/overview?days=${days}&zone=${encodeURIComponent(zone)}`,
  );
  expect(status).toBe(200);
  return body;
};

/** The number of invoices in the list that a figure links to. */
const listed = async (query: string): Promise<number> =>
  (await viewer.call('GET', `/companies/${door.company}/invoices?${query}&zone=${encodeURIComponent(zone)}`)).body.rows
    .length;

let made = 0;
async function invoice(fields: Record<string, unknown>, findings: object[] = []): Promise<string> {
  const id = await invoiceOn(door, `morning ${made++}`);
  await overview();
  const names = Object.keys(fields);
  await door.pool.query(
    `UPDATE invoice_projections SET ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`,
    [id, ...Object.values(fields)],
  );
  await door.pool.query('UPDATE supplier_invoices SET findings = $2 WHERE id = $1', [id, JSON.stringify(findings)]);
  return id;
}
const ago = (days: number) => new Date(now - days * 86_400_000);
const remove = () => door.pool.query('DELETE FROM invoice_projections WHERE company_id = $1', [door.company]);

describe('an undecided invoice', () => {
  it('is counted by the days since it arrived, and the oldest is shown', async () => {
    for (const days of [0, 2, 2, 3, 7, 8, 14, 15, 30, 30, 31, 400]) await invoice({ created_at: ago(days) });
    await invoice({ created_at: ago(500), state: 'held' });
    await invoice({ created_at: ago(500), state: 'approved' });
    const { ages, oldest, waiting } = await overview();
    expect(ages.map(({ leastDays, mostDays, count }) => [leastDays, mostDays, count])).toEqual([
      [0, 2, 3],
      [3, 7, 2],
      [8, 14, 2],
      [15, 30, 3],
      [31, null, 2],
    ]);
    expect(waiting.received).toBe(12);
    expect(oldest).toBe(ago(400).toISOString());
    for (const { from, to, count } of ages)
      expect(await listed(`state=received${from === null ? '' : `&from=${from}`}&to=${to}`)).toBe(count);
    await remove();
    expect(await overview()).toMatchObject({ oldest: null, ages: ages.map((age) => ({ ...age, count: 0 })) });
  });

  it('is overdue from the day after it was due, and due this week until Sunday', async () => {
    const { to } = restOfWeek(today);
    const due = (day: string, state = 'received') => invoice({ payment_due_day: day, state });
    await due(addDays(today, -1));
    await due(addDays(today, -40), 'held');
    await due(addDays(today, -1), 'approved');
    await due(addDays(today, -1), 'rejected');
    await due(today);
    await due(to, 'held');
    await due(to, 'approved');
    await due(addDays(to, 1));
    await invoice({ payment_due_day: null });
    await invoice({ payment_due_day: addDays(today, -3), credit: true });
    await invoice({ payment_due_day: today, credit: true });
    expect((await overview()).due).toEqual({ overdue: 2, thisWeek: 2, from: today, to });
    expect(await listed('overdue=true')).toBe(2);
    expect(await listed(`state=open&dueFrom=${today}&dueTo=${to}&credit=false`)).toBe(2);
    await remove();
  });

  it('is the reader’s own if it is assigned to the reader or a note mentions the reader', async () => {
    const other = newId();
    await invoice({ assigned_to: viewer.id });
    await invoice({ assigned_to: viewer.id, state: 'held', mentioned: [other, viewer.id] });
    await invoice({ assigned_to: viewer.id, state: 'approved', mentioned: [viewer.id] });
    await invoice({ assigned_to: other, mentioned: [other] });
    await invoice({ mentioned: [viewer.id] });
    await invoice({ mentioned: [viewer.id] });
    expect((await overview()).mine).toEqual({ waiting: 2, assigned: 2, answered: 0, mentions: 3 });
    expect(await listed('state=open&assigned=me')).toBe(2);
    expect(await listed('with=me')).toBe(2);
    expect(await listed('state=open&mentioned=me')).toBe(3);
    const approver = await signedIn(door, 'approver');
    const { body } = await approver.call('GET', `/companies/${door.company}/overview`);
    expect(body.mine).toEqual({ waiting: 0, assigned: 0, answered: 0, mentions: 0 });
    await remove();
  });

  it('waits for a second approver while it is received and somebody has signed it', async () => {
    const other = newId();
    await invoice({ signed_by: viewer.id });
    await invoice({ signed_by: other });
    await invoice({ signed_by: other });
    await invoice({ signed_by: other, state: 'held' });
    await invoice({ state: 'received' });
    expect((await overview()).waiting).toMatchObject({ received: 4, signed: 3, signedByOthers: 2 });
    expect(await listed('state=signed')).toBe(3);
    await remove();
  });

  it('is counted as held by blocking findings, not by warnings', async () => {
    const finding = (code: string, severity: string, dismissed = false) => ({
      code,
      severity,
      ...(dismissed && { dismissed: {} }),
    });
    const giro = finding('payee.bankgiro', 'hold');
    const total = finding('sum.total', 'warning');
    const held = (codes: string[], ...findings: object[]) => invoice({ state: 'held', findings: codes }, findings);
    await held(['payee.bankgiro', 'sum.total'], giro, total);
    await held(['payee.bankgiro'], giro);
    await held(['duplicate.number'], finding('duplicate.number', 'hold'), finding('sum.line', 'hold', true));
    await invoice({ findings: ['payee.bankgiro'] }, [giro]);
    expect((await overview()).heldFor).toEqual([
      { code: 'payee.bankgiro', count: 2 },
      { code: 'duplicate.number', count: 1 },
    ]);
    expect(await listed('state=held&finding=payee.bankgiro')).toBe(2);
    await remove();
  });
});

it('the time to a decision is shown for the period and the one before', async () => {
  const nothing = { count: 0, medianDays: null, nineInTenDays: null };
  expect((await overview(7)).decisions).toEqual({ ...nothing, before: nothing });
  const decided = (days: number, took: number) =>
    invoice({ state: 'approved', decided_at: ago(days), created_at: ago(days + took) });
  for (const took of [1, 2, 3, 4, 5.5, 6, 7, 8, 9, 10, 21]) await decided(6, took);
  await decided(7, 2);
  await decided(13, 3);
  await decided(14, 40);
  expect((await overview(7)).decisions).toEqual({
    count: 11,
    medianDays: 6,
    nineInTenDays: 10,
    before: { count: 2, medianDays: 2.5, nineInTenDays: 2.9 },
  });
  await remove();
});

it('the calls of each partner are counted for the last seven days and the seven before', async () => {
  for (const partner of ['First', 'Second']) await door.tokenFor({ partner });
  const { rows } = await door.pool.query<{ name: string; id: string }>(
    'SELECT name, id FROM partners WHERE company_id = $1',
    [door.company],
  );
  const call = (partner: string, days: number, status: number) =>
    door.pool.query(
      `INSERT INTO calls (company_id, created_at, id, trace_id, partner_id, operation, status, duration_ms)
       VALUES ($1, $2, $3, $3, $4, 'createSupplier', $5, 1)`,
      [door.company, ago(days), newId(), rows.find(({ name }) => name === partner)?.id, status],
    );
  for (const [days, status] of [
    [0, 200],
    [6, 400],
    [6, 503],
    [7, 400],
    [13, 200],
    [14, 400],
  ] as const)
    await call('First', days, status);
  for (const days of [1, 1, 8]) await call('Second', days, 200);
  const { calls, failed } = await overview();
  expect({ ...calls, partners: calls.partners.filter(({ partner }) => partner !== 'Scanner') }).toEqual({
    from: addDays(today, -6),
    to: today,
    partners: [
      { partner: 'First', calls: 3, failed: 2, callsBefore: 2, failedBefore: 1 },
      { partner: 'Second', calls: 2, failed: 0, callsBefore: 1, failedBefore: 0 },
    ],
  });
  expect(failed).toBe(4);
  expect((await overview(7)).failed).toBe(2);
  const query = `partner=First&failed=true&from=${calls.from}&to=${calls.to}&zone=${encodeURIComponent(zone)}`;
  expect((await viewer.call('GET', `/companies/${door.company}/requests?${query}`)).body.rows).toHaveLength(2);
});

describe('the reports', () => {
  const report = async (path: string) =>
    (await viewer.call('GET', `/companies/${door.company}/reports/${path}`)).body.rows;

  it('say for each user and partner how long decisions took, what waits since when and why', async () => {
    const decided = (days: number, took: number) =>
      invoice({ state: 'approved', decided_at: ago(days), created_at: ago(days + took), decided_by: viewer.id });
    for (const took of [1, 2, 10]) await decided(6, took);
    await decided(29, 4);
    await decided(31, 99);
    await invoice({ created_at: ago(3), assigned_to: viewer.id });
    await invoice({ created_at: ago(9), assigned_to: viewer.id, waits_until: ago(-1) });
    await invoice({ created_at: ago(4), state: 'held', waits_until: ago(1) });
    await invoice({ created_at: ago(5), signed_by: newId(), findings: ['missing.file'] });
    await invoice({ created_at: ago(2), findings: ['missing.file'] });
    const times = { decided: 4, medianDays: 3, nineInTenDays: 8.2 };
    const none = { company: 0, held: 0, secondApproval: 0, question: 0, file: 0 };
    const mine = { waiting: 2, since: ago(9).toISOString(), because: { ...none, company: 1, question: 1 } };
    const nobodys = {
      waiting: 3,
      since: ago(5).toISOString(),
      because: { ...none, held: 1, secondApproval: 1, file: 1 },
    };
    expect(await report('waiting?of=approvers&sort=waiting')).toEqual([
      { id: viewer.id, name: 'The viewer', arrived: null, ...times, ...mine },
      { id: null, name: null, arrived: null, decided: 0, medianDays: null, nineInTenDays: null, ...nobodys },
    ]);
    const [scanner] = await report('waiting');
    const because = { company: 1, held: 1, secondApproval: 1, question: 1, file: 1 };
    expect(scanner).toMatchObject({ name: 'Scanner', arrived: 8, ...times, waiting: 5, because });
    expect((await report('waiting?of=approvers&days=90'))[1]).toMatchObject({ decided: 5, medianDays: 4 });
    await remove();
  });

  it('list what is overdue or falls due this week, by due date, with whom and why', async () => {
    const { to } = restOfWeek(today);
    const daysLeft = (Date.parse(to) - Date.parse(today)) / 86_400_000;
    const sunday = await invoice({ payment_due_day: to, assigned_to: viewer.id });
    const overdue = await invoice({ payment_due_day: addDays(today, -400), state: 'held' });
    await invoice({ payment_due_day: addDays(to, 1) });
    await invoice({ payment_due_day: today, credit: true });
    await invoice({ payment_due_day: today, state: 'approved' });
    expect(await report('due')).toMatchObject([
      { id: overdue, daysLeft: -400, because: 'held', supplierNumber: '1' },
      { id: sunday, paymentDueDay: to, daysLeft, because: 'company' },
    ]);
    await remove();
  });
});

describe('days', () => {
  it.each([
    ['2026-11-16', '2026-11-22'],
    ['2026-11-20', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    ['2026-12-31', '2027-01-03'],
  ])('the week of %s ends on %s', (day, sunday) => expect(restOfWeek(day)).toEqual({ from: day, to: sunday }));

  it('ages leave no day out and count none twice', () =>
    expect(agesOn('2026-03-01').map(({ from, to }) => [from, to])).toEqual([
      ['2026-02-27', '2026-03-01'],
      ['2026-02-22', '2026-02-26'],
      ['2026-02-15', '2026-02-21'],
      ['2026-01-30', '2026-02-14'],
      [null, '2026-01-29'],
    ]));

  it('the period before is as long', () =>
    expect(periodsTo('2026-11-16', 7)).toEqual({
      from: '2026-11-10',
      to: '2026-11-16',
      fromBefore: '2026-11-03',
      toBefore: '2026-11-09',
    }));
});
