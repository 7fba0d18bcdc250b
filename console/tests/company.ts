import { vi } from 'vitest';
import { dayIn, defaultZone } from '../../common/days.ts';
import { paths, type Door } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { ago, nowMs } from '../../server/testing/time.ts';
import { png } from './files.ts';
import { anInvoice, lastInvoice, lastPaper, projects, suppliers, workOrders } from './records.ts';

/** A company with records of every kind. */
export interface Seeded {
  invoice: string;
  workOrder: string;
  /** An invoice that was refused for two of its fields. */
  failedTrace: string;
  project: string;
}

/** `arrived` is the number of invoices in addition to the one that most tests open. */
export async function seed(door: Door, arrived = 44): Promise<Seeded> {
  await addSuppliers(door);
  for (const project of projects) await door.addProject(project);
  const partners = [
    door.token,
    await door.tokenFor({ partner: 'Inbox' }),
    await door.tokenFor({ partner: 'EDI hub', scopes: ['suppliers:read', 'supplierinvoices:write'] }),
  ];
  const numbers = Array.from({ length: arrived }, (_, at) => at + 1);
  const invoices = await Promise.all(
    numbers.map((n) => submit(door, partners[[0, 0, 1, 0, 2][n % 5] ?? 0] ?? '', anInvoice(n))),
  );
  const invoice = await submit(door, door.token, lastInvoice);
  await attach(door, invoice, 'F-20871.pdf', lastPaper);
  await attach(door, invoice, 'delivery-note.png', png);
  const orders: string[] = [];
  for (const order of workOrders) orders.push((await door.post(paths.workOrders, order)).body.id);
  const failedTrace = await fail(door);
  await decide(await signedIn(door, 'approver'), door, invoices, orders);
  await traceIsKept(door, failedTrace);
  await spreadOverDays(door);
  const { rows } = await door.pool.query<{ id: string }>(
    'SELECT id FROM projects WHERE company_id = $1 AND number = $2',
    [door.company, 'P1'],
  );
  return { invoice, workOrder: orders[0] ?? '', failedTrace, project: rows[0]?.id ?? '' };
}

export async function addSuppliers(door: Door): Promise<void> {
  await Promise.all(suppliers.map(({ number, ...supplier }) => door.addSupplier(number, supplier)));
}

export async function submit(door: Door, token: string, invoice: object): Promise<string> {
  const { status, body } = await door.call('POST', paths.invoices, { token, body: invoice });
  if (status !== 200) throw new Error(`invoice: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

export async function attach(door: Door, supplierInvoiceId: string, fileName: string, content: Buffer): Promise<void> {
  const { status, body } = await door.post(paths.attach, {
    supplierInvoiceId,
    fileName,
    content: content.toString('base64'),
  });
  if (status !== 200) throw new Error(`attach: ${status} ${JSON.stringify(body)}`);
}

/** Calls that failed for several causes; returns the last one's trace id. */
async function fail(door: Door): Promise<string> {
  const reading = await door.tokenFor({ partner: 'Inbox', scopes: ['suppliers:read'] });
  await Promise.all([
    ...[1, 3, 5, 6, 8, 10].map((n) => door.post(paths.invoices, anInvoice(n))),
    ...[0, 1, 2, 3].map((n) => door.post(paths.invoices, { ...anInvoice(70 + n), supplierNumber: `99${n}0` })),
    ...[0, 1, 2].map((n) => door.post(paths.workOrders, { id: `fs-9${n}`, proposalId: 'P-2026-099' })),
    door.call('POST', paths.invoices, { token: reading, body: anInvoice(80) }),
  ]);
  const { supplierNumber: _left, ...without } = anInvoice(99);
  const { body } = await door.post(paths.invoices, {
    ...without,
    articles: [{ articleDescription: 'Gypsum board', quantity: 10, price: '125,50' }],
  });
  return body.traceId;
}

async function decide({ call }: SignedIn, door: Door, invoices: string[], orders: string[]): Promise<void> {
  const company = `/companies/${door.company}`;
  const reason = 'The goods were never delivered; ask for a credit note.';
  await Promise.all(
    invoices.map(async (id, at) => {
      const approve = () => call('POST', `${company}/invoices/${id}/approve`, {});
      // The first approval is stopped if a later invoice has the same total and date.
      if (at % 3 === 0 && (await approve()).body.code === 'approval.stopped') await approve();
      if (at % 11 === 7) await call('POST', `${company}/invoices/${id}/reject`, { reason });
    }),
  );
  await call('POST', `${company}/work-orders/${orders[2]}/done`, { comment: 'Inspected on site.' });
  await call('POST', `${company}/work-orders/${orders[3]}/cancel`, { reason: 'The tenant did it.' });
  await call('PATCH', `${company}/suppliers/1002`, { phone: '+46 21 12 34 56', bicSwift: 'ESSESESS' });
  // Reading brings the lists up to date.
  await call('GET', `${company}/overview`);
}

/** Spreads the records over four weeks, more of them lately and none at weekends. The latest ones stay. */
async function spreadOverDays({ pool, company }: Door): Promise<void> {
  for (const [table, key] of [
    ['supplier_invoices', 'id'],
    ['work_orders', 'id'],
    ['suppliers', 'number'],
    ['calls', 'id'],
  ] as const) {
    const { rows } = await pool.query<{ key: string }>(
      `SELECT ${key} AS key FROM ${table} WHERE company_id = $1 ORDER BY created_at DESC OFFSET 1`,
      [company],
    );
    await pool.query(
      `UPDATE ${table} SET created_at = at FROM unnest($2::text[], $3::timestamptz[]) AS given (key, at)
       WHERE company_id = $1 AND ${key}::text = given.key`,
      [company, rows.map((row) => row.key), rows.map((_, at) => momentOf(at + 1))],
    );
  }
  for (const [projection, table] of [
    ['invoice_projections', 'supplier_invoices'],
    ['work_order_projections', 'work_orders'],
  ])
    await pool.query(
      `UPDATE ${projection} AS projected SET created_at = record.created_at FROM ${table} AS record WHERE projected.company_id = $1 AND record.company_id = $1 AND record.id = projected.id`,
      [company],
    );
}

function momentOf(index: number): Date {
  const moment = ago(Math.floor(27 * (((index * 37) % 101) / 101) ** 1.4) * 86_400_000 + (index % 9) * 2_820_000);
  const weekday = moment.getUTCDay();
  if (weekday === 0 || weekday === 6) moment.setUTCDate(moment.getUTCDate() - (weekday === 0 ? 2 : 1) - (index % 4));
  return moment;
}

/** Calls are recorded a moment after their answer. */
export async function traceIsKept(door: Door, traceId: string): Promise<void> {
  const isKept = async () => {
    const { rows } = await door.pool.query(`SELECT FROM calls WHERE company_id = $2 AND trace_id = $1`, [
      traceId,
      door.company,
    ]);
    return rows.length > 0;
  };
  await vi.waitUntil(isKept, { timeout: 120_000 });
}

/** Due dates around today, work of an approver's own, and decisions that took time. */
export async function addMorningWork({ pool, company }: Door, approver: SignedIn): Promise<void> {
  // Reading brings the lists up to date.
  await approver.call('GET', `/companies/${company}/overview`);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM invoice_projections WHERE company_id = $1 AND state IN ('received', 'held') ORDER BY created_at DESC, id`,
    [company],
  );
  for (const [at, { id }] of rows.entries())
    await pool.query(
      `UPDATE invoice_projections SET payment_due_day = $3, assigned_to = $4, mentioned = $5, created_at = $6, signed_by = $7 WHERE company_id = $1 AND id = $2`,
      [
        company,
        id,
        dayIn(nowMs() + (at - 4) * 86_400_000, defaultZone),
        at % 5 === 0 ? approver.id : null,
        at % 9 === 0 ? [approver.id] : [],
        ago(Math.floor(at ** 1.4) * 86_400_000),
        at % 4 === 0 ? approver.id : null,
      ],
    );
  const { rows: decided } = await pool.query<{ id: string; at: Date }>(
    `SELECT id, created_at + interval '30 hours' * (1 + ascii(right(id::text, 1)) % 5) AS at
     FROM invoice_projections WHERE company_id = $1 AND decided_at IS NOT NULL`,
    [company],
  );
  // A cluster takes no sum with a time of day in an UPDATE.
  await pool.query(
    `UPDATE invoice_projections AS projected SET decided_at = at FROM unnest($2::uuid[], $3::timestamptz[]) AS given (id, at)
     WHERE projected.company_id = $1 AND projected.id = given.id`,
    [company, decided.map(({ id }) => id), decided.map(({ at }) => at)],
  );
}
