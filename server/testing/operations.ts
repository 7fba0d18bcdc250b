import { readFileSync } from 'node:fs';
import { operationsOf } from './document.ts';
import { paths, type Answer, type Call, type Door } from './door.ts';
import { doors } from '../app.ts';
import type { Operation } from '../door/door.ts';

/** What a slice tells the tests of an operation that creates, in its door/creations.testing.ts. */
export interface Sample {
  /** The field whose value creates a record what it is, where there is one. */
  reference: string | undefined;
  /** The table that a success adds a row to. */
  table: string;
  /** Makes what the bodies, of other operations too, refer to. */
  prepare?(door: Door): Promise<void>;
  /** A body that is accepted; another seed creates another record. What it refers to exists. */
  body(door: Door, seed: string): Promise<Record<string, unknown>>;
}

/** One of the operations that create, with bodies that are accepted. */
export interface Creation extends Pick<Sample, 'reference' | 'table'> {
  name: string;
  /** What it creates, as a partner calls it. */
  noun: string;
  path: string;
  scope: string;
  body(seed: string): Promise<Record<string, unknown>>;
}

/** Vite, which runs the tests, puts the modules in place of this. */
interface Globs {
  glob(pattern: string, options: { eager: true }): Record<string, { creations: Record<string, Sample> }>;
}

const modules = (import.meta as unknown as Globs).glob('../*/door/creations.testing.ts', { eager: true });
const samples = Object.fromEntries(Object.values(modules).flatMap(({ creations }) => Object.entries(creations)));

const declared = Object.fromEntries(doors.flatMap(({ operations }) => Object.entries(operations)));

/** Every operation of partners with its scope. */
export const operations = Object.entries(declared).map(([name, { scope }]) => [name, scope] as const);

/** The names of those that create. */
export const creationNames = Object.keys(declared).filter((name) => declared[name]?.creates !== undefined);

const published = operationsOf(
  JSON.parse(readFileSync(new URL('../../openapi/partner.json', import.meta.url), 'utf8')),
);

/** The creations on a door that has what their bodies refer to: supplier 1, and proposal P-1 on a project with one facility. */
export async function creationsOn(door: Door): Promise<Creation[]> {
  for (const { prepare } of Object.values(samples)) await prepare?.(door);
  return creationNames.map((name) => {
    const sample = samples[name];
    const path = published.find(({ operationId }) => operationId === name)?.path;
    const { scope, creates } = declared[name] as Operation;
    if (sample === undefined || path === undefined) throw new Error(`${name} has no sample, or is not in the document`);
    return { ...sample, name, noun: creates?.noun as string, path, scope, body: (seed) => sample.body(door, seed) };
  });
}

/** The id of an invoice with this reference, made now or by an earlier call; supplier 1 must exist. */
export async function invoiceOn(door: Door, externalReferenceId: string): Promise<string> {
  const { status, body } = await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1' });
  const id = status === 200 ? body.id : /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(body.message)?.[0];
  if (id === undefined) throw new Error(`invoice ${externalReferenceId}: ${status} ${JSON.stringify(body)}`);
  return id;
}

/** Posts JSON text as it stands, for what JSON.stringify cannot write. */
export const postText = (door: Door, path: string, raw: string | Uint8Array, call: Call = {}): Promise<Answer> =>
  door.call('POST', path, { raw, ...call, headers: { 'content-type': 'application/json', ...call.headers } });

/** How many rows a table has. */
export async function countOf(door: Door, table: string): Promise<number> {
  const { rows } = await door.pool.query<{ many: number }>(`SELECT count(*)::integer AS many FROM ${table}`);
  return rows[0]?.many ?? 0;
}

/** The document of an invoice or a work order as operators read it, with every digit written out. */
export async function documentOf(door: Door, table: 'supplier_invoices' | 'work_orders', id: string): Promise<string> {
  const { rows } = await door.pool.query<{ document: string }>(
    `SELECT document::jsonb::text AS document FROM ${table} WHERE id = $1`,
    [id],
  );
  return rows[0]?.document ?? '';
}
