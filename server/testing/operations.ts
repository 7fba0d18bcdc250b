import { paths, type Answer, type Call, type Door } from './door.ts';
import { doors } from '../app.ts';
import { pathOfCheck } from '../door/dry-run.ts';
import type { Operation } from '../door/operation.ts';

/** Each slice has one in its door/creations.testing.ts, for the tests that all creating operations share. */
export interface Sample {
  reference: string | undefined;
  table: string;
  prepare?(door: Door): Promise<void>;
  /** Another seed creates another record. */
  body(door: Door, seed: string): Promise<Record<string, unknown>>;
}

export interface Creation extends Pick<Sample, 'reference' | 'table'> {
  name: string;
  noun: string;
  path: string;
  scope: string;
  body(seed: string): Promise<Record<string, unknown>>;
}

/** Vite replaces import.meta.glob by the modules. */
interface Globs {
  glob(pattern: string, options: { eager: true }): Record<string, { creations: Record<string, Sample> }>;
}

const modules = (import.meta as unknown as Globs).glob('../**/door/creations.testing.ts', { eager: true });
const samples = Object.fromEntries(Object.values(modules).flatMap(({ creations }) => Object.entries(creations)));

const declared = doors
  .flatMap(({ operations }) => operations)
  .flatMap((one): Operation[] =>
    one.dryRun === undefined
      ? [one]
      : [one, { ...one, id: one.dryRun.id, path: pathOfCheck(one.path), creates: undefined }],
  );

/** Without the operation that takes a file as its bytes: no body of JSON creates anything there. */
const creating = declared.filter(({ creates, method }) => creates !== undefined && method === 'POST');

export const creationNames = creating.map(({ id }) => id);

/** Every operation, with a method and a path to call it; the path's parameters name no record. */
export const operations = declared.map(({ id, method, path, scope, includedIn = [] }) => {
  const callable = { method, path: path.replace(/:\w+/g, '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88') };
  return [id, { scope, includedIn, ...callable }] as const;
});

/** Also prepares the records that the bodies refer to: supplier 1, and proposal P-1 on a project with one facility. */
export async function creationsOn(door: Door): Promise<Creation[]> {
  for (const { prepare } of Object.values(samples)) await prepare?.(door);
  return creating.map(({ id: name, path, scope, creates }) => {
    const sample = samples[name];
    if (sample === undefined) throw new Error(`${name} has no sample`);
    return { ...sample, name, noun: creates?.noun as string, path, scope, body: (seed) => sample.body(door, seed) };
  });
}

/** Creates the invoice if needed; supplier 1 must exist. */
export async function invoiceOn(door: Door, externalReferenceId: string): Promise<string> {
  const { status, body } = await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1' });
  const id = status === 200 ? body.id : /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(body.message)?.[0];
  if (id === undefined) throw new Error(`invoice ${externalReferenceId}: ${status} ${JSON.stringify(body)}`);
  return id;
}

/** For text that JSON.stringify cannot write. */
export const postText = (door: Door, path: string, raw: string | Uint8Array, call: Call = {}): Promise<Answer> =>
  door.call('POST', path, { raw, ...call, headers: { 'content-type': 'application/json', ...call.headers } });

export async function countOf(door: Door, table: string): Promise<number> {
  const { rows } = await door.pool.query<{ many: number }>(`SELECT count(*)::integer AS many FROM ${table}`);
  return rows[0]?.many ?? 0;
}

/** As operators read it, with every digit. */
export async function documentOf(door: Door, table: 'supplier_invoices' | 'work_orders', id: string): Promise<string> {
  const { rows } = await door.pool.query<{ document: string }>(
    `SELECT document::jsonb::text AS document FROM ${table} WHERE id = $1`,
    [id],
  );
  return rows[0]?.document ?? '';
}
