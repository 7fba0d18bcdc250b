import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A statement of the service, with the parameters of its first use. */
export interface Statement {
  text: string;
  values: unknown[];
  /** The line that sent it. */
  from: string;
}

const folder = process.env['STATEMENTS_TO'];
const found = new Map<string, Statement>();
let isSaved = true;

/** Lines of the stack that only pass a statement on. */
const passesOn = /node_modules|node:|\/ground\/db\/(?:pool|chain|connect\/|citus\/)|server\/testing\/statements/;
const isOfTests = /\.test\.ts|\.testing\.ts|server\/(?:testing|contract)\/|console\/tests\//;

function note(db: object, statement: unknown, values: unknown): void {
  const text = typeof statement === 'string' ? statement : (statement as Partial<pg.QueryConfig>).text;
  if (typeof text !== 'string' || found.has(text)) return;
  const stack = (new Error().stack ?? '').split('\n').slice(1);
  const from = stack.find((line) => line.includes('(') && !passesOn.test(line))?.trim();
  if (from === undefined || isOfTests.test(from)) return;
  // On PostgreSQL a chain is one statement, which a cluster never gets.
  if (!('isDistributed' in db && db.isDistributed) && stack.some((line) => line.includes('ground/db/chain.ts'))) return;
  const given = (statement as pg.QueryConfig).values ?? values;
  found.set(text, {
    text,
    values: Array.isArray(given) ? given.map(asJson) : [],
    from: from.replace(/.*\/(server\/)/, '$1'),
  });
  isSaved = false;
}

/** Dates and bytes as PostgreSQL reads them from text. */
const asJson = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : Array.isArray(value) ? value.map(asJson) : value;

function collectFrom(prototype: { query(...args: any[]): any }): void {
  const query = prototype.query;
  prototype.query = function (this: object, ...args: unknown[]) {
    note(this, args[0], args[1]);
    return query.apply(this, args);
  };
}

// The setup runs for each test file, in a process that all files of a worker share.
const done = Symbol.for('doorway: statements are collected');
if (folder !== undefined && !(done in globalThis)) {
  Object.assign(globalThis, { [done]: true });
  mkdirSync(folder, { recursive: true });
  collectFrom(pg.Pool.prototype);
  collectFrom(pg.Client.prototype);
  setInterval(() => {
    if (!isSaved) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...found.values()]));
    isSaved = true;
  }, 1_000).unref();
}
