import fc from 'fast-check';
import type { Contract, Operation, Schema } from './document.ts';
import { documented, refused, type Mutation } from './mutation.ts';

const textsOfQuery = [
  '',
  ' ',
  'x',
  '-1',
  '0',
  '1.5',
  '1e3',
  '01',
  '2026-02-30',
  'no such value',
  '\0',
  '\u202e',
  'y'.repeat(3_000),
  '[]',
  'null',
];

/** 0 and 1 stand for false and true. */
function readAs({ type }: Schema, text: string): unknown {
  if (type === 'boolean' && /^[01]$/.test(text)) return text === '1';
  return (type === 'integer' || type === 'number') && /^-?[1-9]\d*$|^0$/.test(text) ? Number(text) : text;
}

const wrongTexts = new WeakMap<Operation, [name: string, text: string][]>();

function wrongTextsOf(contract: Contract, operation: Operation): [name: string, text: string][] {
  const found =
    wrongTexts.get(operation) ??
    operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, schema }) =>
        textsOfQuery
          .filter(
            (text) => text === '\0' || contract.faultsOf(schema, readAs(contract.resolve(schema), text)).length > 0,
          )
          .map((text): [string, string] => [name, text]),
      );
  wrongTexts.set(operation, found);
  return found;
}

export const wrongParameter: Mutation = (contract, operation, draft) => {
  const wrong = wrongTextsOf(contract, operation);
  if (wrong.length === 0) return undefined;
  return refused(
    'a wrong parameter',
    fc
      .constantFrom(...wrong)
      .map(([name, text]) => ({ ...draft, query: [...draft.query.filter(([other]) => other !== name), [name, text]] })),
  );
};

export const unknownParameter: Mutation = (_contract, operation, draft) => {
  // An OAuth server must ignore unknown parameters (RFC 6749, 3.2).
  const ask = operation.path.startsWith('/oauth/') ? documented : refused;
  return ask(
    'an unknown parameter',
    fc
      .constantFrom('limt', 'x', '__proto__', 'ä', 'toString', 'LIMIT', '')
      .map((name) => ({ ...draft, query: [...draft.query, [name, '1']] })),
  );
};

export const repeatedParameter: Mutation = (_contract, _operation, draft) => {
  const [first] = draft.query;
  if (first === undefined) return undefined;
  return refused('a parameter sent twice', fc.constant({ ...draft, query: [...draft.query, first] }));
};

const strangeSegments = [
  '%2F',
  '%00',
  '..',
  '%2e%2e',
  '.',
  '',
  '%zz',
  '%',
  '%ff',
  'x'.repeat(4_000),
  'not-an-id',
  '%F0%9F%98%80',
  '00000000-0000-7000-8000-000000000000',
  '*',
  'a%2Fb',
  '%0d%0a',
  "'",
];

export const strangePath: Mutation = (_contract, operation, draft) => {
  // A file may have any name.
  const names = operation.parameters
    .filter((parameter) => parameter.in === 'path' && parameter.name !== 'name')
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return refused(
    'a path that leads nowhere',
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...strangeSegments))
      .map(([name, segment]) => ({ ...draft, segments: { ...draft.segments, [name]: segment } })),
  );
};

const oddHeaders: Record<string, string>[] = [
  { accept: 'garbage' },
  { accept: 'image/png' },
  { 'accept-encoding': 'identity;q=0, *;q=0' },
  { 'accept-language': 'x'.repeat(500) },
  { traceparent: '00-00000000000000000000000000000000-0000000000000000-00' },
  { traceparent: 'ff-zz' },
  { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"' },
  { range: 'bytes=0-0' },
  { range: 'bytes=9-1' },
  { 'x-forwarded-for': "', 1" },
  { 'x-forwarded-host': 'example.com' },
  { cookie: 'a=b; =; doorway_session' },
  { 'x-http-method-override': 'DELETE' },
  { 'idempotency-key': '\u00ff' },
  { 'idempotency-key': 'x'.repeat(255) },
];

export const oddHeader: Mutation = (_contract, _operation, draft) =>
  documented(
    'an odd header',
    fc.constantFrom(...oddHeaders).map((odd) => ({ ...draft, headers: { ...draft.headers, ...odd } })),
  );
