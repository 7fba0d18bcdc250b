import { createHash } from 'node:crypto';
import { catalogue } from '../events/catalogue.ts';

/** Numbers of a seed, so that a failed round can be repeated. */
export interface Random {
  below(limit: number): number;
  of<T>(values: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function createRandom(seed: number): Random {
  let drawn = 0;
  const draw = () => createHash('sha256').update(`${seed} ${drawn++}`).digest();
  const below = (limit: number) => draw().readUInt32LE(0) % limit;
  return {
    below,
    of: (values) => values[below(values.length)] as (typeof values)[number],
    bytes: (length) => Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, draw)).subarray(0, length),
  };
}

export interface ValueContext {
  random: Random;
  /** Of the row among those of its table and company, from 1 on. */
  ordinal: number;
  /** Of a table without companies: its rows are on pages of all companies, and must be presentable. */
  isShared: boolean;
}

const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const bytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
const literalOf = (values: readonly (string | null)[]) =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

/** Texts that COPY, CSV, JSON or a shell could mistake for something else. */
const texts = [
  '',
  ' ',
  '\\N',
  '\\.',
  'NULL',
  'a\tb\nc\r\nd\ve\bf\f',
  'back\\slash\\\\n\\x41\\',
  `quo"te's; DROP TABLE companies; --$$`,
  '👩‍👩‍👧 e\u0301 Åäö ß',
  '\u202Eשלום مرحبا\u202C',
  '\uFFFF\uFFFE\uFEFF\u0001\u007F\u2028',
  '\u{10FFFF}',
  '${HOME} `id` %s %00 ../../etc/passwd',
  'word '.repeat(120),
];
const documents = [
  '{}',
  '{"amount": 90071992547409.93, "more": [1e-30, -0.0, 12345678901234567890.123456789], "none": null}',
  '{"deep": {"deep": {"deep": [[[[{"text": "\\t\\n\\\\N \\" \\uD83D\\uDE00 \\uFFFF"}]]]]}}, "": ""}',
  `{"long": "${'ÅÄÖ\\\\'.repeat(2_000)}"}`,
];
const notDocuments = ['[]', 'null', 'false', '"\\\\N"', '90071992547409.93', '[null, {"a": []}]'];

/** By type, as PostgreSQL writes them in a literal. */
const byType: Record<string, (context: ValueContext) => string> = {
  // Some checks allow only the empty text.
  text: ({ random }) => (random.below(4) === 0 ? '' : random.of(texts)),
  uuid: ({ random }) => random.bytes(16).toString('hex'),
  boolean: ({ random }) => random.of(['true', 'false']),
  smallint: ({ random }) => random.of(['-32768', '32767', '0', '1', `${random.below(50)}`]),
  integer: ({ random }) => random.of(['-2147483648', '2147483647', '0', '-1', `${random.below(300)}`]),
  bigint: ({ random }) => random.of(['-9223372036854775808', '9223372036854775807', '9007199254740993', '0']),
  real: ({ random }) => random.of(['1e-45', '3.4028235e38', '-0', 'NaN', '-Infinity', '0.1', '16777217']),
  numeric: ({ random }) =>
    random.of(['NaN', 'Infinity', '90071992547409.93', '1.10', '-0.000', `1${'0'.repeat(400)}.5`, '1e-300']),
  date: ({ random }) => random.of(['infinity', '-infinity', '4713-01-01 BC', '5874897-12-31', '2024-02-29']),
  'timestamp with time zone': ({ random, isShared }) =>
    random.of([
      `2026-11-17 02:30:00.${random.below(1_000_000)}+01`,
      '1883-11-18 12:03:58.000001-07:52:58',
      ...(isShared ? [] : ['infinity', '-infinity', '0001-01-01 00:00:00+00 BC', '9999-12-31 23:59:59.999999+00']),
    ]),
  bytea: ({ random }) => bytea(random.of([Buffer.alloc(0), allBytes, random.bytes(1 + random.below(64))])),
  json: ({ random }) => random.of([...documents, ...notDocuments, ' { "a" : 1.10 ,\n\t"a" : 2 } ']),
  jsonb: ({ random }) => random.of([...documents, ...notDocuments]),
  'text[]': ({ random }) => literalOf(random.of([[], [''], ['\\N', '{}', '"', ','], [null, 'NULL'], texts])),
  'uuid[]': ({ random }) => literalOf(random.of([[], [random.bytes(16).toString('hex')], [null]])),
  tsvector: ({ random }) => random.of(['', `'a':1A,2B,3 'b''c':16383`, `'\\\\N' 'tab\t' '😀':4`]),
};

/** Values of key columns differ from row to row. */
const keys: Record<string, (context: ValueContext) => string> = {
  text: (context) => `${byType.text!(context)}${context.ordinal}`,
  uuid: byType.uuid!,
  bytea: ({ random, ordinal }) => bytea(Buffer.concat([allBytes, Buffer.from(`${ordinal}`), random.bytes(8)])),
  smallint: ({ ordinal }) => `${ordinal}`,
  integer: ({ ordinal }) => `${ordinal}`,
  bigint: ({ ordinal }) => `${ordinal}`,
  'timestamp with time zone': ({ ordinal }) => `${1900 + ordinal}-01-01 00:00:00.000001+00`,
};

export function valuesOf({ type, isKey }: { type: string; isKey: boolean }, context: ValueContext): string {
  const make = (isKey ? keys[type] : undefined) ?? byType[type];
  if (make === undefined) throw new Error(`generated-values.ts has no values of the type ${type}: add some`);
  return make(context);
}

/** Files that attachments name, all of one size. */
export interface NamedFiles {
  hashes: readonly Buffer[];
  size: number;
}

const invoiceDocument = ({ random }: ValueContext) =>
  `{ "externalReferenceId" : ${JSON.stringify(random.of(texts))}, "totalPrice":${random.of(['90071992547409.93', '1e3', '-0.10', 'null'])},
  "currency": ${JSON.stringify(random.of(texts))}, "unknown": ${random.of([...documents, ...notDocuments])}, "invoiceDate": 1763247600000}`;

/** Columns whose rows the service reads while it restores: projections, sequences of events, files. */
export const special: Record<string, (context: ValueContext & { files: NamedFiles }) => string> = {
  'supplier_invoices.document': invoiceDocument,
  'supplier_invoices.findings': ({ random }) =>
    random.of(['[]', '[{"code": "total.missing", "severity": "warning", "path": "", "parameters": {"sum": 0.10}}]']),
  'work_orders.document': ({ random }) => random.of(documents),
  'events.seq': ({ ordinal }) => `${ordinal + 7}`,
  'events.type': ({ random }) => random.of(Object.keys(catalogue)),
  'events.version': () => '1',
  'events.subject_id': ({ random }) => random.bytes(16).toString('hex'),
  'attachments.position': ({ random }) => `${1 + random.below(50)}`,
  'attachments.sha256': ({ random, files }) => bytea(random.of(files.hashes)),
  'attachments.size': ({ files }) => `${files.size}`,
};
