import { expect, it } from 'vitest';
import type { Cluster } from './cluster.ts';
import { openCluster } from './open-cluster.ts';
import type { Host } from '../connect/address.ts';
import { newId } from '../ids.ts';
import type { Db } from '../pool.ts';
import { breathe } from '../../../testing/time.ts';

const worker: Host = { host: 'one', port: 5432 };

/** A coordinator that knows these companies. `hold` delays its answers until the returned function is called. */
async function open(companies: Set<string>) {
  const asked: (string | undefined)[] = [];
  let clock = 1_000_000;
  let held: Promise<void> | undefined;
  const rowsOf = (name: string | undefined, values: unknown[]) =>
    name === undefined
      ? [{ citus: true }]
      : [...companies]
          .filter((id) => name === 'owners-of-companies' || (values[0] as string[]).includes(id))
          .map((id) => ({ id, ...worker }));
  const db = {
    query: async (statement: string | { name: string; values: unknown[] }) => {
      const { name, values } = typeof statement === 'string' ? { name: undefined, values: [] } : statement;
      asked.push(name);
      await held;
      return { rows: rowsOf(name, values), rowCount: 1 };
    },
  } as unknown as Db;
  const cluster = (await openCluster({}, db, {
    now: () => clock,
    probe: () => Promise.resolve([{ ...worker, problem: undefined }]),
  })) as Cluster;
  asked.splice(0);
  return {
    asked,
    ownerOf: (value: unknown) => cluster.ownerOf(value),
    /** As a pool does it before each statement. */
    ask: (value: unknown) => {
      cluster.refresh(db);
      return cluster.ownerOf(value);
    },
    /** Moves the clock in steps of 50 ms, with a statement of each value in each step. */
    pass: async (ms: number, ...values: unknown[]) => {
      for (const until = clock + ms; clock < until;) {
        clock += 50;
        cluster.refresh(db);
        for (const value of values) cluster.ownerOf(value);
        await breathe();
      }
    },
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

it('all companies are read every 5 s', async () => {
  const company = newId();
  const { asked, ownerOf, pass } = await open(new Set([company]));
  await pass(60_000, company, null, 'text', [company]);
  expect(asked).toEqual(Array(12).fill('owners-of-companies'));
  expect(ownerOf(company)).toEqual(worker);
});

it('an id that is no company’s goes to the coordinator, is looked up once, and does not have all companies read', async () => {
  const company = newId();
  const { asked, ask, pass } = await open(new Set([company]));
  const operator = newId();
  expect(ask(operator)).toBeUndefined();
  await pass(60_000, operator, company);
  expect(asked.filter((name) => name === 'owners-of-companies')).toHaveLength(12);
  expect(asked.filter((name) => name === 'owners-of-some-companies')).toHaveLength(1);
  expect([ask(operator), ask(company)]).toEqual([undefined, worker]);
});

it('ever new ids are looked up together, at most every 500 ms', async () => {
  const { asked, pass } = await open(new Set());
  for (let nth = 0; nth < 100; nth++) await pass(50, newId(), newId());
  expect(asked.filter((name) => name === 'owners-of-companies').length).toBeLessThanOrEqual(1);
  expect(asked.filter((name) => name === 'owners-of-some-companies').length).toBeLessThanOrEqual(10);
});

it('a new company is asked for at its worker after 500 ms, and after 5 s if its id was asked for before', async () => {
  const companies = new Set<string>();
  const { ask, pass } = await open(companies);
  const [early, late] = [newId(), newId()];
  await pass(1_000, early);
  companies.add(early).add(late);
  await pass(600, late, early);
  expect([ask(late), ask(early)]).toEqual([worker, undefined]);
  await pass(5_000, early);
  expect(ask(early)).toEqual(worker);
});

it('one reading is under way at a time, however long it takes', async () => {
  const { asked, ask, pass, hold } = await open(new Set());
  const release = hold();
  await pass(30_000, newId());
  expect(asked).toHaveLength(1);
  release();
  await breathe();
  ask(undefined);
  expect(asked).toHaveLength(2);
});
