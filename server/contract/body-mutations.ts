import fc from 'fast-check';
import type { Contract, Operation, Schema } from './document.ts';
import { written, type Draft } from './drafts.ts';
import { documented, refused, type Mutation } from './mutation.ts';

const isJson = ({ type, body }: Draft) => type === 'application/json' && body !== undefined;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Path = (string | number)[];

interface Node {
  path: Path;
  schema: Schema;
  value: unknown;
}

function nodesOf(contract: Contract, schema: Schema, value: unknown, path: Path = []): Node[] {
  const whole = contract.resolve(schema);
  const inner = Array.isArray(value)
    ? value.slice(0, 3).flatMap((item, at) => nodesOf(contract, whole.items ?? {}, item, [...path, at]))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, part]) =>
          whole.properties?.[name] === undefined
            ? []
            : nodesOf(contract, whole.properties[name], part, [...path, name]),
        )
      : [];
  return [{ path, schema: whole, value }, ...inner];
}

/** Undefined removes the field. */
function withAt(value: any, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? withAt(item, rest, other) : item));
  return { ...value, [step]: withAt(value[step], rest, other) };
}

const ofEveryType = [
  null,
  true,
  12,
  1.5,
  'text',
  '',
  ' ',
  'no such value',
  [],
  {},
  [[]],
  -1,
  0,
  1e15,
  '2026-02-30',
  '\u0007',
];

function violationsOf(contract: Contract, schema: Schema): unknown[] {
  const {
    minLength = 0,
    maxLength,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    minItems = 0,
    maxItems,
  } = schema;
  const outsideBounds = [
    'x'.repeat(Math.max(0, minLength - 1)),
    maxLength === undefined ? null : 'x'.repeat(maxLength + 1),
    minimum === undefined ? null : minimum - 1,
    maximum === undefined ? null : maximum + 1,
    exclusiveMinimum ?? null,
    exclusiveMaximum ?? null,
    Array.from({ length: Math.max(0, minItems - 1) }, () => null),
    maxItems === undefined ? null : Array.from({ length: maxItems + 1 }, () => ({})),
  ];
  return [...ofEveryType, ...outsideBounds].filter((value) => contract.faultsOf(schema, value).length > 0);
}

const schemaOf = (operation: Operation, { type }: Draft) => operation.bodies[type ?? ''] as Schema;

export const wrongValue: Mutation = (contract, operation, draft) => {
  if (!isJson(draft)) return undefined;
  const nodes = nodesOf(contract, schemaOf(operation, draft), draft.body);
  return refused(
    'a wrong value',
    fc.nat({ max: nodes.length - 1 }).chain((first) => {
      // The violations of a schema are found only when they are needed: each takes a compiled check.
      for (const { path, schema } of [...nodes.slice(first), ...nodes.slice(0, first)]) {
        const isOptional = path.length === 0 && operation.isBodyOptional;
        const values = violationsOf(contract, schema).filter((value) => !(isOptional && value === null));
        if (values.length > 0)
          return fc.constantFrom(...values).map((value) => ({ ...draft, body: withAt(draft.body, path, value) }));
      }
      throw new Error(`no value is wrong in a body of ${operation.id}`);
    }),
  );
};

export const missingField: Mutation = (contract, operation, draft) => {
  if (!isObject(draft.body) && !Array.isArray(draft.body)) return undefined;
  const nodes = nodesOf(contract, schemaOf(operation, draft), draft.body).flatMap(({ path, schema, value }) =>
    isObject(value) ? (schema.required ?? []).filter((name) => name in value).map((name) => [...path, name]) : [],
  );
  if (nodes.length === 0) return undefined;
  return refused(
    'a required field left out',
    fc.constantFrom(...nodes).map((path) => ({ ...draft, body: withAt(draft.body, path, undefined) })),
  );
};

export const unknownField: Mutation = (contract, operation, draft) => {
  if (!isJson(draft)) return undefined;
  const nodes = nodesOf(contract, schemaOf(operation, draft), draft.body).filter(
    ({ schema, value }) => isObject(value) && schema.additionalProperties === false,
  );
  if (nodes.length === 0) return undefined;
  return refused(
    'a field that is not known',
    fc
      .tuple(fc.constantFrom(...nodes), fc.constantFrom('x', 'nmae', '__proto', 'ID'))
      .map(([{ path, value }, name]) => ({
        ...draft,
        body: withAt(draft.body, path, { ...(value as object), [name]: 1 }),
      })),
  );
};

export const notJson: Mutation = (_contract, operation, draft) => {
  if (!isJson(draft)) return undefined;
  const text = JSON.stringify(draft.body);
  const broken = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '{',
      'hello',
      "{'a':1}",
      `${text},`,
      `${text}${text}`,
      `\u0000${text}`,
      'NaN',
      '[1,]',
      '{"a":1,}',
      '{"a":01}',
      '"',
      text.replace('{', '{"\t":1,'),
    ),
    fc.integer({ min: 1, max: Math.max(1, text.length - 1) }).map((length) => text.slice(0, length)),
    fc.constant(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])),
  );
  return refused(
    'not JSON',
    broken
      .filter((raw) => !isWhole(raw) && !(operation.isBodyOptional && raw === ''))
      .map((raw) => ({ ...draft, raw })),
  );
};

/** A mutated body may still be valid. */
function isWhole(raw: string | Buffer): boolean {
  try {
    JSON.parse(raw as string);
    return typeof raw === 'string';
  } catch {
    return false;
  }
}

export const sameNameTwice: Mutation = (_contract, _operation, draft) => {
  if (!isJson(draft) || !isObject(draft.body)) return undefined;
  const names = Object.keys(draft.body);
  if (names.length === 0) return undefined;
  const text = JSON.stringify(draft.body);
  return refused(
    'the same name twice',
    fc.constantFrom(...names).map((name) => ({
      ...draft,
      raw: text.replace('{', () => `{${JSON.stringify(name)}:${JSON.stringify((draft.body as any)[name])},`),
    })),
  );
};

const numberTexts = [
  '1e400',
  '-1e400',
  '1e15',
  '-1e15',
  '1000000000000000',
  '1e-400',
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(400)}1`,
  '1e999999999999',
];

export const extremeNumber: Mutation = (contract, operation, draft) => {
  if (!isJson(draft) || !isObject(draft.body)) return undefined;
  const { properties = {} } = contract.resolve(schemaOf(operation, draft));
  const names = Object.keys(properties).filter((name) =>
    [contract.resolve(properties[name] as Schema).type].flat().some((type) => type === 'number' || type === 'integer'),
  );
  if (names.length === 0) return undefined;
  const drafts = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...numberTexts)).map(([name, number]) => {
    const { [name]: _replaced, ...others } = draft.body as Record<string, unknown>;
    return { ...draft, raw: JSON.stringify({ [name]: 0, ...others }).replace(':0', `:${number}`) };
  });
  return refused('a number of extreme size', drafts);
};

/** Text that PostgreSQL cannot store, in any string of a body. */
export const nastyText: Mutation = (contract, operation, draft) => {
  if (!isJson(draft)) return undefined;
  const nodes = nodesOf(contract, schemaOf(operation, draft), draft.body).filter(
    ({ value }) => typeof value === 'string',
  );
  if (nodes.length === 0) return undefined;
  const within = fc
    .tuple(fc.constantFrom(...nodes), fc.constantFrom('\0', '\ud800', '\udc00', 'a\0b', '\udfff\ud800'))
    .map(([{ path, value }, text]) => ({ ...draft, body: withAt(draft.body, path, `${String(value)}${text}`) }));
  return refused('text that cannot be stored', within);
};

/** Text that some fields refuse and others accept. */
export const oddText: Mutation = (contract, operation, draft) => {
  if (!isJson(draft)) return undefined;
  const nodes = nodesOf(contract, schemaOf(operation, draft), draft.body).filter(
    ({ value }) => typeof value === 'string',
  );
  if (nodes.length === 0) return undefined;
  const odd = [
    '\u202eabc',
    '\u200b',
    'a\u0000b',
    'x\u0007',
    '\ufeff',
    'A\u030aA\u030a',
    '\u{e0001}',
    '𝔘',
    'z'.repeat(100_000),
    '%00',
    '\\u0000',
    '{{',
    '__proto__',
    '\r\n',
    '\u2028',
  ];
  return documented(
    'an odd text',
    fc
      .tuple(fc.constantFrom(...nodes), fc.constantFrom(...odd))
      .map(([{ path }, text]) => ({ ...draft, body: withAt(draft.body, path, text) })),
  );
};

export const deepNesting: Mutation = (_contract, _operation, draft) => {
  if (!isJson(draft)) return undefined;
  const deep = fc
    .constantFrom(30, 1_000, 50_000)
    .chain((levels) =>
      fc
        .constantFrom(['[', ']'], ['{"a":', '}'])
        .map(([open, close]) => (open as string).repeat(levels) + '1' + (close as string).repeat(levels)),
    );
  return refused(
    'nested too deep',
    deep.map((raw) => ({ ...draft, raw })),
  );
};

export const wrongType: Mutation = (_contract, operation, draft) => {
  const { type } = draft;
  // Bytes may have any type or none.
  if (type === undefined || type === 'application/octet-stream') return undefined;
  const { raw } = written(type, draft.body);
  const types = [
    undefined,
    'text/plain',
    'application/xml',
    'image/png',
    'application/jsonx',
    'garbage',
    ';',
    'application/json-patch+json',
  ].filter((other) => other === undefined || operation.bodies[other] === undefined);
  return refused(
    'another content type',
    fc.constantFrom(...types).map((other) => ({ ...draft, raw, type: other })),
  );
};

export const emptyBody: Mutation = (_contract, operation, draft) => {
  if (draft.type === undefined || draft.type === 'text/csv' || operation.isBodyOptional) return undefined;
  return refused(
    'an empty body',
    fc.constantFrom('', undefined).map((raw) => ({
      ...draft,
      body: undefined,
      raw,
      type: draft.type === 'multipart/form-data' ? 'multipart/form-data; boundary=x' : draft.type,
    })),
  );
};

export const brokenForm: Mutation = (_contract, _operation, draft) => {
  if (draft.type !== 'multipart/form-data') return undefined;
  const { raw, type } = written(draft.type, draft.body);
  const bytes = raw as Buffer;
  const cut = fc
    .integer({ min: 0, max: bytes.length - 10 })
    .map((length) => ({ ...draft, type, raw: bytes.subarray(0, length) }));
  const strange = fc
    .constantFrom('multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other')
    .map((other) => ({ ...draft, raw: bytes, type: other }));
  return refused('a broken form', fc.oneof(cut, strange));
};
