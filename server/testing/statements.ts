import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { statementsIn } from '../ground/db/connect/message.ts';

/** A statement of the service, with the parameters of its first use. */
export interface Statement {
  text: string;
  values: unknown[];
  /** The line that sent it. */
  from: string;
}

const folder = process.env['STATEMENTS_TO'];

/** Lines of the stack that only pass a statement on. */
const passesOn =
  /node_modules|\/ground\/db\/(?:pool|connect\/|citus\/)|server\/testing\/(?:statements|lock-order|one-connection)/;
const isOurs = /\/(?:server|clients|console)\/[\w./-]+\.ts/;
const isOfTests = /\.test\.ts|\.testing\.ts|server\/(?:testing|contract|citus)\/|console\/tests\//;

/** Keyed by text. */
type Statements = Map<string, Statement>;

function note(found: Statements, statement: unknown, values: unknown): void {
  const text = typeof statement === 'string' ? statement : (statement as Partial<pg.QueryConfig>).text;
  if (typeof text !== 'string' || found.has(text)) return;
  const from = currentStack().find((line) => isOurs.test(line) && !passesOn.test(line));
  if (from === undefined || isOfTests.test(from)) return;
  const given = (statement as pg.QueryConfig).values ?? values;
  found.set(text, {
    text,
    values: Array.isArray(given) ? given.map(asJson) : [],
    from: from
      .trim()
      .replace(/^at (?:async )?/, '')
      .replace(/\(?(?:file:\/\/)?\/.*?\/(server|clients|console)\//, '$1/')
      .replace(/\)$/, ''),
  });
}

function currentStack(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack.split('\n').slice(1);
}

/** PostgreSQL reads times and big numbers from text. JSON has bytes as an object. */
const asJson = (value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : Array.isArray(value) ? value.map(asJson) : value;

function collectFrom(prototype: { query(...args: any[]): any }, found: Statements): void {
  const query = prototype.query;
  prototype.query = function (this: object, ...args: unknown[]) {
    for (const statement of statementsIn(args[0]) ?? [args[0]]) note(found, statement, args[1]);
    return query.apply(this, args);
  };
}

function save(folder: string, found: Statements): void {
  const path = join(folder, `${process.pid}.json`);
  writeFileSync(`${path}.new`, JSON.stringify([...found.values()]));
  renameSync(`${path}.new`, path);
}

// The setup runs for each test file, in a process that all files of a worker share.
const key = Symbol.for('doorway: collected statements');
const shared = globalThis as unknown as Record<symbol, Statements | undefined>;

if (folder !== undefined) {
  let found = shared[key];
  if (found === undefined) {
    shared[key] = found = new Map();
    mkdirSync(folder, { recursive: true });
    collectFrom(pg.Pool.prototype, found);
    collectFrom(pg.Client.prototype, found);
  }
  const collected = found;
  afterAll(() => save(folder, collected));
}
