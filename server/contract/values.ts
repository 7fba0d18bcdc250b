import fc, { type Arbitrary } from 'fast-check';
import type { Contract, Schema } from './document.ts';
import { anyCharacter } from '../testing/unicode.ts';

/** Placeholders for existing records, such as `{{invoice}}`; the service under test replaces them when it sends. */
export type Placeholders = (name: string) => string[];

const words = fc.constantFrom(
  'Nordbygg',
  'Åkeri & Söner AB',
  'Kvarteret Eken',
  'A-17',
  '556677-8899',
  'x',
  '0',
  'null',
  "O'Brien",
  '<b>',
  '100 %',
  '../etc',
  'a;b|c,d',
  '=1+1',
);
const unicode = fc.constantFrom(
  'Zoë',
  'Zoe\u0308',
  'שלום',
  'مرحبا',
  '日本語',
  '😀',
  '👩‍👩‍👧',
  'ﬁ',
  'İ',
  'ß',
  '\u{10ffff}',
  '\u00a0x',
  'x\ty',
);
const plain = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789 -_.'),
  minLength: 1,
  maxLength: 24,
});
const wild = fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => text.replaceAll('\0', ' '));

const charactersOf = (text: string) => [...text].length;

/** Texts of allowed lengths, including the shortest and longest. Never blank: no schema can express that rule. */
function texts({ minLength = 0, maxLength = 20_000 }: Schema): Arbitrary<string> {
  const fitted = fc
    .oneof(
      { weight: 6, arbitrary: plain },
      { weight: 2, arbitrary: words },
      { weight: 2, arbitrary: unicode },
      { weight: 1, arbitrary: wild },
    )
    .map((text) => {
      const padded = text + 'x'.repeat(Math.max(text.trim() === '' ? 1 : 0, minLength - charactersOf(text)));
      return charactersOf(padded) > maxLength ? [...padded].slice(0, maxLength).join('') : padded;
    });
  const edges = fc.constantFrom('x'.repeat(minLength), 'y'.repeat(maxLength), '😀'.repeat(Math.min(maxLength, 1_000)));
  return fc.oneof({ weight: 12, arbitrary: fitted }, { weight: 1, arbitrary: edges });
}

const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });

const formats: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid(),
  'date-time': fc
    .date({ min: new Date('2027-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: days.map((date) => date.toISOString().slice(0, 10)),
  'time-zone': fc.constantFrom('Europe/Stockholm', 'UTC', 'America/New_York', 'Asia/Kathmandu'),
  byte: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
};

/** Cached per pattern: parsing a pattern takes longer than all requests with its texts. */
const made = new Map<string, Arbitrary<string>>();
function matching(expression: RegExp): Arbitrary<string> {
  const known = made.get(expression.source) ?? fc.stringMatching(expression);
  made.set(expression.source, known);
  return known;
}

function strings(schema: Schema): Arbitrary<string> {
  const { format = '', pattern, minLength = 0, maxLength = Infinity } = schema;
  const fits = (text: string) => charactersOf(text) >= minLength && charactersOf(text) <= maxLength;
  const source = formats[format] ?? texts(schema);
  if (pattern === undefined) return formats[format] === undefined ? source : source.filter(fits);
  const expression = new RegExp(pattern, 'u');
  const matches = (text: string) => expression.test(text) && fits(text);
  // A fully anchored pattern generates texts; any other pattern filters the usual ones.
  return /^\^.*\$$/.test(pattern) ? matching(expression).filter(fits) : source.filter(matches);
}

function whole({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): Arbitrary<number> {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1e9 : exclusiveMinimum + 1);
  const most = maximum ?? (exclusiveMaximum === undefined ? 1e9 : exclusiveMaximum - 1);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: least, max: most }) },
    { weight: 1, arbitrary: fc.constantFrom(least, most) },
  );
}

function amounts(schema: Schema): Arbitrary<number> {
  const { minimum = -1e14, maximum = 1e14, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const least = Math.max(minimum, exclusiveMinimum);
  const most = Math.min(maximum, exclusiveMaximum);
  const hundredths = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value / 100);
  const any = fc.oneof(
    { weight: 4, arbitrary: hundredths },
    { weight: 1, arbitrary: fc.double({ min: least, max: most, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.1, 1e-9, 1e3) },
  );
  return any
    .map((value) => (Object.is(value, -0) ? 0 : value))
    .filter((value) => value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum);
}

function arrays(
  items: Arbitrary<unknown>,
  { minItems = 0, maxItems = 5, uniqueItems = false }: Schema,
): Arbitrary<unknown[]> {
  if (uniqueItems)
    return fc.uniqueArray(items, {
      minLength: minItems,
      maxLength: Math.min(maxItems, 5),
      selector: (item) => JSON.stringify(item),
    });
  const few = fc.array(items, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) });
  const full = items.map((item) => Array.from({ length: maxItems }, () => item));
  return maxItems <= 5 ? few : fc.oneof({ weight: 40, arbitrary: few }, { weight: 1, arbitrary: full });
}

/** `name` is the full name of the field or parameter. */
export function valuesOf(contract: Contract, schema: Schema, known: Placeholders, name = ''): Arbitrary<unknown> {
  const inner = (part: Schema, partName = name) => valuesOf(contract, part, known, partName);
  const full = contract.resolve(schema);
  const { type, properties = {}, required = [], anyOf, oneOf } = full;
  if (full.const !== undefined) return fc.constant(full.const);
  if (full.enum !== undefined) return fc.constantFrom(...full.enum);
  const ways = anyOf ?? oneOf;
  if (ways !== undefined) return fc.oneof(...ways.map((way) => inner(way)));
  if (Array.isArray(type))
    return fc.oneof(
      ...type.map((one) => ({ weight: one === 'null' ? 1 : 4, arbitrary: inner({ ...full, type: one }) })),
    );
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const stands = known(name).map((text) => JSON.parse(text) as number | null);
      return stands.length === 0 ? whole(full) : fc.constantFrom(...stands);
    }
    case 'number':
      return amounts(full);
    case 'array':
      return arrays(inner(full.items ?? {}), full);
    case 'string': {
      const stands = known(name);
      const free = strings(full);
      return stands.length === 0
        ? free
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...stands) }, { weight: 1, arbitrary: free });
    }
    default: {
      const { minProperties = 0, maxProperties = Infinity } = full;
      const record = fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([field, part]) => [
            field,
            inner(part, name === '' ? field : `${name}.${field}`),
          ]),
        ),
        { requiredKeys: required },
      );
      const fields = record.filter((value) => {
        const many = Object.keys(value).length;
        return many >= minProperties && many <= maxProperties;
      });
      if (full.additionalProperties === false) return fields;
      return fc.oneof(
        { weight: 6, arbitrary: fields },
        {
          weight: 1,
          arbitrary: fc.tuple(fields, unknownFields).map(([fieldsOf, others]) => ({ ...others, ...fieldsOf })),
        },
      );
    }
  }
}

const unknownFields = fc.dictionary(
  fc.constantFrom('supplierInvoceNumber', 'x', 'ärende', 'id64', ''),
  fc.oneof(fc.constantFrom(null, true, 9_007_199_254_740_991, [], {}), plain),
  { minKeys: 1, maxKeys: 3 },
);
