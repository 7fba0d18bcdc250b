import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { changeSetting } from '../../settings/commands.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { sandboxOf } from '../../testing/sandbox.ts';
import { setSettings } from '../../testing/settings.ts';
import { invoicesWhere } from '../lists/filter-store.ts';
import { joined } from '../../ground/db/sql.ts';

// Midnight in Stockholm at the beginning of 25 November and 25 December, which is the day before in London.
const invoiceDate = Date.parse('2026-11-24T23:00:00Z');
const paymentDueDate = Date.parse('2026-12-24T23:00:00Z');
const days = { invoiceDay: '2026-11-25', paymentDueDay: '2026-12-25' };
const readersZones = ['Europe/Stockholm', 'Europe/London', 'America/New_York', 'Pacific/Kiritimati'];

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const administrator = await signedIn(door, 'administrator');
const base = `/companies/${door.company}/invoices`;
await door.addSupplier('1');
afterAll(() => door.close());

let made = 0;
const send = async (dates: object, token = door.token): Promise<string> => {
  const body = { externalReferenceId: `day ${made++}`, supplierNumber: '1', ...dates };
  const answer = await door.call('POST', paths.invoices, { token, body });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id;
};
const storedDays = async (id: string) =>
  (
    await door.pool.query(
      `SELECT invoice_day::text AS "invoiceDay", payment_due_day::text AS "paymentDueDay" FROM supplier_invoices WHERE id = $1`,
      [id],
    )
  ).rows[0];
const listed = async (query: string): Promise<any[]> => {
  const { status, body } = await viewer.call('GET', `${base}?${query}`);
  expect(status, body.message).toBe(200);
  return body.rows;
};

const id = await send({ invoiceDate, paymentDueDate });
const bare = await send({});

it.each(readersZones)('a reader in %s sees the same days in lists, filters and CSV files', async (zone) => {
  const inZone = `zone=${encodeURIComponent(zone)}`;
  const [row] = await listed(`ids=${id}&${inZone}`);
  expect(row).toMatchObject({ invoiceDate, paymentDueDate, ...days });
  expect((await listed(`ids=${bare}&${inZone}`))[0]).toMatchObject({
    invoiceDate: null,
    invoiceDay: null,
    paymentDueDay: null,
  });
  const found = async (query: string) => (await listed(`${query}&${inZone}`)).map((one) => one.id);
  expect(await found('datedFrom=2026-11-25&datedTo=2026-11-25')).toEqual([id]);
  expect(await found('datedTo=2026-11-24')).toEqual([]);
  expect(await found('dueFrom=2026-12-25&dueTo=2026-12-25')).toEqual([id]);
  expect(await found('dueTo=2026-12-24')).toEqual([]);
  const file = await fetch(`${door.url}${api}${base}?ids=${id}&format=csv&language=en&${inZone}`, {
    headers: { cookie: viewer.cookie },
  });
  expect(parse(await file.text(), { bom: true, columns: true })).toMatchObject([
    { 'Invoice date': '2026-11-25', 'Due date': '2026-12-25' },
  ]);
});

it('the invoice, its event and what its partner reads back have the days beside the milliseconds as sent', async () => {
  expect((await viewer.call('GET', `${base}/${id}`)).body).toMatchObject({ ...days, document: { invoiceDate } });
  const { rows } = await door.pool.query(
    `SELECT data FROM events WHERE company_id = $1 AND subject_id = ANY ($2) AND type = 'supplierinvoice.created' ORDER BY seq`,
    [door.company, [id, bare]],
  );
  expect(rows[0].data).toMatchObject({ invoiceDate, paymentDueDate, ...days });
  for (const name of ['invoiceDate', 'invoiceDay', 'paymentDueDate', 'paymentDueDay'])
    expect(rows[1].data).not.toHaveProperty(name);
  const own = async (of: string) => (await door.call('GET', `${paths.invoices}/${of}`, { token: door.token })).body;
  expect(await own(id)).toMatchObject({ ...days, invoice: { invoiceDate, paymentDueDate } });
  expect(await own(bare)).not.toHaveProperty('invoiceDay');
});

/** Hands in the clock. */
const isOverdue = async (now: string) => {
  const reader = { operatorId: viewer.id, now: new Date(now) };
  const where = joined(await invoicesWhere(door.pool, door.company, { overdue: 'true', ids: id }, reader), ' AND ');
  return (await door.pool.query(`SELECT FROM invoice_projections WHERE ${where.text}`, where.values)).rowCount === 1;
};

it('an invoice is overdue from midnight in the company’s time zone', async () => {
  expect(await isOverdue('2026-12-25T22:59:59Z')).toBe(false);
  expect(await isOverdue('2026-12-25T23:00:00Z')).toBe(true);
  await setSettings(door, { timeZone: 'America/New_York' });
  expect(await isOverdue('2026-12-26T04:59:59Z')).toBe(false);
  expect(await isOverdue('2026-12-26T05:00:00Z')).toBe(true);
  await setSettings(door, { timeZone: 'Europe/Stockholm' });
});

it('an administrator changes the time zone: stored days stay, later ones are in the new zone, and so is the sandbox', async () => {
  const change = (timeZone: string, who = administrator) =>
    who.call('PATCH', `/companies/${door.company}/settings`, { timeZone });
  expectProblem(await change('Mars/Olympus'), 400, /^timeZone /);
  expectProblem(await change('+01:00'), 400, /^timeZone /);
  expect((await change('America/New_York', viewer)).status).toBe(403);
  const answer = await change('America/New_York');
  expect([answer.status, answer.body.timeZone, answer.body.waiting]).toEqual([200, 'America/New_York', []]);
  const { companies } = (await viewer.call('GET', '/session')).body;
  expect(companies).toMatchObject([{ id: door.company, timeZone: 'America/New_York' }]);

  const token = await door.tokenFor({ partner: 'Later' });
  const later = await send({ invoiceDate, paymentDueDate: Date.parse('2026-12-25T00:00:00Z') }, token);
  // Midnight in UTC is that day in every zone.
  expect(await storedDays(later)).toEqual({ invoiceDay: '2026-11-24', paymentDueDay: '2026-12-25' });
  expect(await storedDays(id)).toEqual(days);
  expect((await viewer.call('GET', `${base}/${later}`)).body.findings).toMatchObject([
    { code: 'date.time', path: 'invoiceDate', parameters: { understood: '2026-11-24' } },
  ]);

  const sandbox = await sandboxOf(door);
  expect(await storedDays(await send({ invoiceDate }, sandbox.token))).toEqual({
    invoiceDay: '2026-11-24',
    paymentDueDay: null,
  });
});

it('the command line changes it too, and both are in the audit log', async () => {
  await changeSetting(door.pool, door.company, 'timeZone', 'Europe/Helsinki');
  await changeSetting(door.pool, door.company, 'timeZone', 'Europe/Helsinki');
  const { rows } = await door.pool.query(
    `SELECT data FROM audit_log WHERE company_id = $1 AND action = 'settings.changed' ORDER BY seq`,
    [door.company],
  );
  const changes = (from: string, to: string) => ({ data: { changes: [{ field: 'timeZone', from, to }] } });
  expect(rows).toEqual([
    changes('Europe/Stockholm', 'America/New_York'),
    changes('America/New_York', 'Europe/Helsinki'),
  ]);
});
