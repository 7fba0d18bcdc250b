import { afterAll, describe, expect, it } from 'vitest';
import { citusUrl } from '../testing/citus.ts';
import { openDoor, openOwnApp, paths, type Answer, type Door } from '../testing/door.ts';
import { happeningsOn, requestedEvents } from '../testing/happenings.ts';
import { creationNames, creationsOn } from '../testing/operations.ts';

// The statements of a cluster run on a plain PostgreSQL too, so that every run of the tests executes them. One company
// is written to by them, the other by those of one server: what callers and the company's systems see must be the same.

const plain = await openDoor();
const routed = await openOwnApp('How statements are routed is a setting of the process.', { isRouted: true });
afterAll(() => Promise.all([plain.close(), routed.close()]));

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g;
const varying = new Set(['at', 'createdAt', 'createdOn', 'traceId', 'iat', 'exp', 'receipt']);

/** Ids and times differ, and nothing else may. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      varying.has(key) ? 'varies' : typeof inner === 'string' ? inner.replaceAll(ids, 'id') : inner,
    ) ?? 'null',
  );

const seen = ({ status, body, headers }: Answer) =>
  comparable({ status, body, existing: headers.get('doorway-existing-id') });

const samples = new Map([
  [plain, await creationsOn(plain)],
  [routed, await creationsOn(routed)],
]);

const both = <T>(work: (door: Door) => Promise<T>): Promise<[T, T]> => Promise.all([work(plain), work(routed)]);

async function eventsOf({ pool, company }: Door): Promise<unknown> {
  const { rows } = await pool.query(
    'SELECT seq, type, version, data FROM events WHERE company_id = $1 AND seq > 0 ORDER BY seq',
    [company],
  );
  return comparable(rows);
}

it.skipIf(citusUrl !== undefined)('sends the statements of a company to its worker', () => {
  expect(plain.pool.workers).toBeUndefined();
  expect(routed.pool.workers?.map(([, isLost]) => isLost)).toEqual([false]);
});

describe('the routed statements', async () => {
  const [onPlain, onRouted] = await both((door) => happeningsOn(door, samples.get(door)));

  it.each(requestedEvents)('record %s with the same number and data', async (type) => {
    await onPlain[type](`seed of ${type}`);
    await onRouted[type](`seed of ${type}`);
    const [expected, found] = await both(eventsOf);
    expect(found).toEqual(expected);
  });
});

describe.each(creationNames)('%s', (name) => {
  const send = async (door: Door, seed: string, headers: Record<string, string> = {}) => {
    const { path, body } = samples.get(door)!.find((creation) => creation.name === name)!;
    return door.post(path, await body(seed), headers);
  };

  it('creates once with an Idempotency-Key, and answers its reuse the same way', async () => {
    const key = { 'idempotency-key': `key of ${name}` };
    const answers = await both(async (door) => [
      seen(await send(door, `keyed ${name}`, key)),
      seen(await send(door, `keyed ${name}`, key)),
      seen(await send(door, `another ${name}`, key)),
      seen(await send(door, `keyed ${name}`)),
    ]);
    expect(answers[1]).toEqual(answers[0]);
  });

  it('creates each of many that arrive together, and each reference once', async () => {
    const statuses = await both(async (door) => {
      const seeds = Array.from({ length: 30 }, (_, at) => `${name} ${at % 20}`);
      const answers = await Promise.all(seeds.map((seed) => send(door, seed)));
      return answers.map(({ status }) => status).toSorted((one, other) => one - other);
    });
    expect(statuses[1]).toEqual(statuses[0]);
    expect(statuses[0].filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  });
});

it('invoices that look alike and arrive together have the same findings', async () => {
  const findings = await both(async (door) => {
    const invoice = {
      supplierNumber: '1',
      supplierInvoiceNumber: 'TWICE-1',
      totalPrice: 100,
      invoiceDate: 1_762_000_000_000,
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        door.post(paths.invoices, { ...invoice, externalReferenceId: `alike ${at}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { rows } = await door.pool.query<{ codes: string[] }>(
      `SELECT jsonb_path_query_array(findings, '$[*].code') AS codes FROM supplier_invoices
       WHERE company_id = $1 AND external_reference_id LIKE 'alike %'`,
      [door.company],
    );
    return rows.map(({ codes }) => codes.join(' ')).toSorted();
  });
  expect(findings[1]).toEqual(findings[0]);
  expect(findings[0].filter((codes) => codes.includes('duplicate.number'))).toHaveLength(7);
});
