import { afterAll, beforeAll, expect, it } from 'vitest';
import { citusUrl } from '../../testing/citus.ts';
import { openDoor, paths, type Answer, type Door, type OtherCompany } from '../../testing/door.ts';
import { transaction } from '../../ground/db/pool.ts';

let door: Door;
let companies: OtherCompany[];
beforeAll(async () => {
  door = await openDoor();
  companies = await Promise.all(Array.from({ length: 12 }, (_, at) => door.addCompany(`Acme ${at}`)));
  await Promise.all(companies.map(({ token }) => create(paths.suppliers, token, { number: '1', name: 'One AB' })));
  // The first invoice of a company takes the longer way, which caches its supplier.
  await Promise.all(companies.map(({ token }) => send(token, 'first')));
});
afterAll(() => door.close());

const create = (path: string, token: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  door.call('POST', path, { token, body, headers });

const send = (token: string, reference: string, more: object = {}, headers: Record<string, string> = {}) =>
  create(
    paths.invoices,
    token,
    { externalReferenceId: reference, supplierNumber: '1', supplierInvoiceNumber: `F-${reference}`, ...more },
    headers,
  );

const storedOf = async ({ id }: OtherCompany) => {
  const { rows } = await door.pool.query<{ references: string[]; events: number[]; keys: string[]; counter: number }>(
    `SELECT (SELECT array_agg(external_reference_id ORDER BY id) FROM supplier_invoices WHERE company_id = $1) AS references,
            (SELECT array_agg(seq::integer ORDER BY seq) FROM events WHERE company_id = $1) AS events,
            (SELECT coalesce(array_agg(key ORDER BY key), '{}') FROM idempotency_keys WHERE company_id = $1) AS keys,
            (SELECT event_seq::integer FROM company_counters WHERE company_id = $1) AS counter`,
    [id],
  );
  return rows[0] as { references: string[]; events: number[]; keys: string[]; counter: number };
};

it('invoices of many companies at once are each stored once, in their own company, with events without gaps', async () => {
  const sent = companies.flatMap((company, at) =>
    Array.from({ length: 15 }, (_, nth) => ({
      company,
      reference: `at once ${nth}`,
      // Some have keys, some have a finding that holds them, and all are sent twice.
      headers: nth % 3 === 0 ? { 'idempotency-key': `key ${at} ${nth}` } : undefined,
      more: nth % 5 === 0 ? { supplierBankGiro: '5050-1055' } : {},
    })),
  );
  const answers = await Promise.all(
    [...sent, ...sent].map(({ company, reference, more, headers }) => send(company.token, reference, more, headers)),
  );
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  for (const [at, company] of companies.entries()) {
    const { references, events, keys, counter } = await storedOf(company);
    expect(references.toSorted()).toEqual(
      ['first', ...Array.from({ length: 15 }, (_, nth) => `at once ${nth}`)].toSorted(),
    );
    expect(events).toEqual(Array.from({ length: counter }, (_, nth) => nth + 1));
    expect(keys).toEqual([0, 3, 6, 9, 12].map((nth) => `key ${at} ${nth}`).toSorted());
  }
});

it('a company whose lock another transaction holds delays no other', async () => {
  const [locked, ...others] = companies as [OtherCompany, ...OtherCompany[]];
  let waiting: Promise<Answer>[] = [];
  await transaction(door.pool, async (tx) => {
    await tx.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [locked.id]);
    waiting = Array.from({ length: 3 }, (_, nth) => send(locked.token, `locked ${nth}`));
    for (let nth = 0; nth < 5; nth++) {
      const answers = await Promise.all(others.map(({ token }) => send(token, `not locked ${nth}`)));
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    }
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it.skipIf(citusUrl !== undefined)('they share statements', async () => {
  const commits = async () =>
    (await door.pool.query<{ many: number }>('SELECT pg_current_xact_id()::text::bigint::float8 AS many')).rows[0]
      ?.many as number;
  const before = await commits();
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, nth) => send((companies[nth % 12] as OtherCompany).token, `shared ${nth}`)),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await commits()) - before).toBeLessThan(60);
});
