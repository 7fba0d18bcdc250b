import pg from 'pg';
import { afterAll } from 'vitest';

const counters = 'company_counters';

/** Rows that a statement writes or locks, by their table. UPDATE is also a word of FOR UPDATE and DO UPDATE. */
const effects =
  /\b(INSERT INTO|(?<!FOR |KEY |DO )UPDATE|DELETE FROM)\s+(\w+)|\bFROM (\w+)\b(?:(?!\bFROM\b)[^;])*?\bFOR (?:NO KEY )?UPDATE/g;

/** By statement. The same few are sent again and again. */
const known = new Map<string, (string | undefined)[]>();
const maxKnown = 5_000;

/** Counters are inserted and deleted only with their company. */
function tablesOf(text: string): (string | undefined)[] {
  let tables = known.get(text);
  if (tables === undefined) {
    tables = [...text.matchAll(effects)].flatMap(([, verb, written, locked]) =>
      written === counters && verb !== 'UPDATE' ? [] : [written ?? locked],
    );
    if (known.size >= maxKnown) known.clear();
    known.set(text, tables);
  }
  return tables;
}

/** Its first table decides whether others may wait for it in a circle. */
interface Transaction {
  first: string | undefined;
}

/** What is wrong with the statement, if anything is. */
function violationOf(transaction: Transaction, text: string): string | undefined {
  const tables = tablesOf(text);
  const first = (transaction.first ??= tables[0]);
  if (first === undefined || first === counters) return undefined;
  if (tables.includes(counters)) return `${first} is written or locked before ${counters}`;
  return text.includes('INSERT INTO idempotency_keys') ? `a key is taken before ${counters} are locked` : undefined;
}

/** Migrations run before anybody is served. */
const isLeftOut =
  /node-pg-migrate|\.test\.ts|\.testing\.ts|server\/(?:testing\/(?!lock-order)|contract|citus)\/|console\/tests\//;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');

function watch(violations: Set<string>): void {
  const transactions = new WeakMap<object, Transaction>();
  // A pool sends a statement later, from a stack that no longer shows who sent it.
  const ofTests = new Set<string>();
  const pool = pg.Pool.prototype as { query(...args: any[]): any };
  const queryOfPool = pool.query;
  pool.query = function (this: object, ...args: unknown[]) {
    const text = textOf(args[0]);
    if (violationOf({ first: undefined }, text) !== undefined && isLeftOut.test(new Error().stack ?? ''))
      ofTests.add(text);
    return queryOfPool.apply(this, args);
  };
  const prototype = pg.Client.prototype as { query(...args: any[]): any };
  const query = prototype.query;
  prototype.query = function (this: object, ...args: unknown[]) {
    const text = textOf(args[0]);
    if (text.startsWith('BEGIN')) transactions.set(this, { first: undefined });
    else if (/^(?:COMMIT|ROLLBACK)/.test(text)) transactions.delete(this);
    else {
      const violation = violationOf(transactions.get(this) ?? { first: undefined }, text);
      if (violation !== undefined && !ofTests.has(text) && !isLeftOut.test(new Error().stack ?? ''))
        violations.add(`${violation}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
    }
    return query.apply(this, args);
  };
}

// The setup runs for each test file, in a process that all files of a worker share.
const key = Symbol.for('doorway: violations of the lock order');
const shared = globalThis as unknown as Record<symbol, Set<string> | undefined>;
let violations = shared[key];
if (violations === undefined) {
  violations = shared[key] = new Set();
  watch(violations);
}
const found = violations;

/** Two transactions that lock the same rows in different orders can wait for each other: see events/counters.ts. */
afterAll(() => {
  const [violation] = found;
  found.clear();
  if (violation !== undefined) throw new Error(`Lock the company's counters first: ${violation}`);
});
