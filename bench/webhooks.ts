import { setTimeout as sleep } from 'node:timers/promises';
import { createInvoices } from './cases.ts';
import { withClient } from './database.ts';
import { endpointPaths } from './fill.ts';
import { quantile } from './jobs.ts';
import type { Arrival } from './receivers.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import { requireCompany } from '../server/companies/store.ts';

const many = 10_000;
const answering = endpointPaths.slice(0, 2);

/** 10,000 events to three endpoints, one of which never answers; then the delay of single events. */
export async function measureWebhooks(stage: Stage): Promise<Target[]> {
  const { receivers, databases, load, service, tokens } = stage;
  const arrived = async (path: string) => (await (await fetch(receivers.url + path)).json()) as Arrival[];
  const begin = async () => {
    await stage.empty();
    await sleep(2_000);
    await withClient({ connectionString: databases.service }, (client) =>
      client.query('UPDATE webhook_positions SET tries = 0, failing_since = NULL, next_try_at = NULL'),
    );
    await fetch(receivers.url, { method: 'DELETE' });
  };

  await begin();
  const { first, begunAt } = await recordAtOnce(databases.service);
  const rates: number[] = [];
  for (const path of answering) {
    const arrivals = await until(
      () => arrived(path),
      ({ length }) => length >= many,
    );
    if (arrivals.some(({ seq }, at) => seq !== first + at)) throw new Error('Events did not arrive once and in order.');
    rates.push((many / ((arrivals.at(-1) as Arrival).at - begunAt)) * 1_000);
  }
  const tried = (await arrived('/dead')).length;

  await begin();
  await load(createInvoices(service, tokens.told, 1, { warmUpMs: 0, measureMs: 5_000 }));
  await sleep(2_000);
  const waited = (await Promise.all(answering.map(arrived))).flat().map(({ waitedMs }) => waitedMs);
  return [
    {
      what: `${many.toLocaleString('en-US')} events to three endpoints, one of which never answers: events a second, in order, at each of the others`,
      target: 'none missing, in order',
      measured: `${rates.map(digits).join(' and ')}; the third was tried ${tried} times`,
      reached: true,
    },
    {
      what: `From the commit to the delivery, create invoice, 1 connection, three endpoints (${digits(waited.length)} deliveries)`,
      target: '',
      measured: `median ${digits(quantile(waited, 0.5))} ms, 99th percentile ${digits(quantile(waited, 0.99))} ms`,
      reached: undefined,
    },
  ];
}

/** Events of suppliers that do not exist, in one transaction. */
const recordAtOnce = (database: string) =>
  withClient({ connectionString: database }, async (client) => {
    const company = await requireCompany(client, 'Told');
    const { rows } = await client.query<{ first: string }>(
      `WITH counted AS (
         UPDATE company_counters SET event_seq = event_seq + $2 WHERE company_id = $1 RETURNING event_seq - $2 + 1 AS first
       ), recorded AS (
         INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
         SELECT $1, first + n, gen_random_uuid(), 'supplier.created', 2, gen_random_uuid(), $3::jsonb, now()
         FROM counted, generate_series(0, $2::integer - 1) AS n
       )
       SELECT first FROM counted`,
      [company, many, { number: '1', name: 'Nordbygg Material AB', by: { name: 'the command line' } }],
    );
    await client.query(`SELECT pg_notify('doorway_events', $1)`, [company]);
    return { first: Number(rows[0]?.first), begunAt: Date.now() };
  });

async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 300_000; ; await sleep(100)) {
    const value = await read();
    if (done(value)) return value;
    if (Date.now() > deadline) throw new Error('Not all events were delivered in five minutes.');
  }
}
