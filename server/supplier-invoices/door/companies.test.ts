import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { citusUrl } from '../../testing/citus.ts';
import { openDoor, paths, type Answer, type Door, type OtherCompany } from '../../testing/door.ts';
import { transaction } from '../../ground/db/pool.ts';
import { breathe } from '../../testing/time.ts';
import { waitingWith } from '../../testing/waiting.ts';

let door: Door;
let companies: OtherCompany[];
beforeAll(async () => {
  door = await openDoor();
  companies = await Promise.all(Array.from({ length: 8 }, (_, at) => door.addCompany(`Acme ${at}`)));
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
    Array.from({ length: 6 }, (_, nth) => ({
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
      ['first', ...Array.from({ length: 6 }, (_, nth) => `at once ${nth}`)].toSorted(),
    );
    expect(events).toEqual(Array.from({ length: counter }, (_, nth) => nth + 1));
    expect(keys).toEqual([0, 3].map((nth) => `key ${at} ${nth}`).toSorted());
  }
});

it('a company whose lock another transaction holds delays no other', async () => {
  const [locked, ...others] = companies as [OtherCompany, ...OtherCompany[]];
  let waiting: Promise<Answer>[] = [];
  await transaction(door.pool, async (tx) => {
    await tx.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [locked.id]);
    waiting = Array.from({ length: 3 }, (_, nth) => send(locked.token, `locked ${nth}`));
    for (let nth = 0; nth < 3; nth++) {
      const answers = await Promise.all(others.map(({ token }) => send(token, `not locked ${nth}`)));
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    }
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it.skipIf(citusUrl !== undefined)('they share statements', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const statements: string[] = [];
  const query = door.pool.query.bind(door.pool) as (...args: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(door.pool, 'query').mockImplementation(async (...args: unknown[]) => {
    const { text = '' } = args[0] as { text?: string };
    if (text.includes('INSERT INTO supplier_invoices')) {
      statements.push(text);
      await isReleased;
    }
    return query(...args);
  });
  let begun = 0;
  const onBegun = () => (begun += 1);
  subscribe('tracing:fastify.request.handler:start', onBegun);
  try {
    const answers = Array.from({ length: 40 }, (_, nth) =>
      send((companies[nth % 8] as OtherCompany).token, `shared ${nth}`),
    );
    // The statements of the first ones wait until all others are there.
    await expect.poll(() => begun).toBe(40);
    for (let turn = 0; turn < 20; turn++) await breathe();
    release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  } finally {
    release();
    unsubscribe('tracing:fastify.request.handler:start', onBegun);
    spy.mockRestore();
  }
  // The first invoice is alone, the next one finds the database busy, and the others share two: one of the first
  // company, which has its own, and one of all other companies.
  expect(statements).toHaveLength(4);
});

describe.skipIf(citusUrl !== undefined)('a shared statement that fails', () => {
  const failure = (code: string) => Object.assign(new Error(code), { code });

  type Moment = 'instead of being sent' | 'while it runs' | 'after its commit';

  /** Every shared statement fails at this moment. */
  async function failing<T>(code: string, moment: Moment, work: () => Promise<T>): Promise<[T, failed: number]> {
    let failed = 0;
    const underWay: Promise<unknown>[] = [];
    const query = door.pool.query.bind(door.pool) as (...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(door.pool, 'query').mockImplementation(async (...args: unknown[]) => {
      const { name, values } = args[0] as { name?: string; values?: unknown[] };
      if (name !== 'insert-invoices' || !values?.includes('1s')) return query(...args);
      failed += 1;
      if (moment === 'while it runs') underWay.push(query(...args));
      if (moment === 'after its commit') await query(...args);
      throw failure(code);
    });
    try {
      return [await work(), failed];
    } finally {
      spy.mockRestore();
      await Promise.all(underWay);
    }
  }

  it.each([
    ['57014', 'instead of being sent'],
    ['ECONNRESET', 'while it runs'],
    ['ECONNRESET', 'after its commit'],
  ] as const)('(%s, %s) refuses and doubles nothing', async (code, moment) => {
    const [one, ...others] = companies.slice(0, 4) as [OtherCompany, ...OtherCompany[]];
    const name = `failed ${moment}`;
    const before = await Promise.all(companies.map(storedOf));
    const forms = others.flatMap((company) => [
      { company, reference: `${name} plain`, more: {}, headers: undefined },
      { company, reference: `${name} keyed`, more: {}, headers: { 'idempotency-key': `${name} key` } },
      { company, reference: `${name} held`, more: { supplierBankGiro: '5050-1055' }, headers: undefined },
    ]);
    const [answers, failed] = await failing(code, moment, () =>
      // The first is written alone, and those that arrive meanwhile share a statement.
      Promise.all([
        send(one.token, `${name} first`),
        ...forms.map(({ company, reference, more, headers }) => send(company.token, reference, more, headers)),
      ]),
    );
    expect(failed).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(answers.map(() => null));
    for (const [at, { company, reference, more, headers }] of forms.entries()) {
      const { body } = answers[at + 1] as Answer;
      const { rows } = await door.pool.query<{ id: string; findings: { code: string }[] }>(
        'SELECT id, findings FROM supplier_invoices WHERE company_id = $1 AND external_reference_id = $2',
        [company.id, reference],
      );
      expect(rows.map(({ id }) => id)).toEqual([body.id]);
      // The answer counts the findings that are stored.
      expect(body.message.includes('finding')).toBe((rows[0]?.findings.length ?? 0) > 0);
      const again = await send(company.token, reference, more, headers);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual(
        headers === undefined ? [409, null] : [200, 'true'],
      );
    }
    for (const [at, company] of companies.entries()) {
      const { events, counter, references } = await storedOf(company);
      expect(events).toEqual(Array.from({ length: counter }, (_, nth) => nth + 1));
      const sent = company === one ? 1 : others.includes(company) ? 3 : 0;
      expect(references).toHaveLength((before[at]?.references.length ?? 0) + sent);
    }
  });

  it('because one company waits for a lock that another program holds delays no other for long', async () => {
    const [first, slow, ...others] = companies.slice(4, 8) as [OtherCompany, OtherCompany, ...OtherCompany[]];
    const key = 'of a slow company';
    let waiting: Promise<Answer> | undefined;
    await transaction(door.pool, async (tx) => {
      await tx.query(
        `INSERT INTO idempotency_keys (company_id, partner_id, key, operation, fingerprint, created_at)
         SELECT company_id, id, $2, '', '', now() FROM partners WHERE company_id = $1`,
        [slow.id, key],
      );
      const sent = [send(first.token, 'beside a slow one')];
      waiting = send(slow.token, 'slow', {}, { 'idempotency-key': key });
      sent.push(...others.map(({ token }) => send(token, 'beside a slow one')));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
      const later = await Promise.all(others.map(({ token }) => send(token, 'after a slow one')));
      expect(later.map(({ status }) => status)).toEqual([200, 200]);
      await expect.poll(() => waitingWith(tx, 'INSERT INTO idempotency_keys')).toHaveLength(1);
      await tx.query('DELETE FROM idempotency_keys WHERE company_id = $1 AND key = $2', [slow.id, key]);
    });
    expect((await waiting)?.status).toBe(200);
  });
});
