import { describe, expect, it } from 'vitest';
import { faultsOf, faultsOfOutcome } from './check.ts';
import { contractOf, type Operation } from './document.ts';
import type { Draft } from './drafts.ts';

const error = {
  description: 'Bad.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const contract = contractOf({
  paths: {
    '/things': {
      get: {
        operationId: 'readThing',
        responses: {
          200: {
            headers: { ETag: { required: true, schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['thing'],
                  properties: {
                    thing: { $ref: '#/components/schemas/Thing' },
                    any: { type: 'object', additionalProperties: true },
                  },
                },
              },
            },
          },
          204: { description: 'Nothing.' },
          400: error,
          401: error,
        },
      },
    },
  },
  components: {
    schemas: {
      Problem: {
        type: 'object',
        required: ['traceId', 'message'],
        properties: { traceId: { type: 'string' }, message: { type: 'string' } },
      },
      Thing: { type: 'object', required: ['at'], properties: { at: { type: 'string', format: 'date-time' } } },
    },
  },
});
const [operation] = contract.operations as [Operation];
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const json = { 'content-type': 'application/json; charset=utf-8', traceparent, etag: '"1"' };
const at = '2026-11-15T08:30:00.000Z';
const thing = { thing: { at } };
const faults = (status: number, body: unknown, headers: Record<string, string> = json) =>
  faultsOf(contract, operation, { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) });

it('finds nothing wrong with what the document says', () => {
  expect([
    ...faults(200, { ...thing, any: { more: 1 } }),
    ...faults(204, ''),
    ...faults(400, { traceId, message: 'No.' }),
  ]).toEqual([]);
});

describe('finds', () => {
  it.each([
    ['a status that is not documented', faults(409, { traceId, message: 'No.' }), 'the status 409 is not documented'],
    ['a failure of the service', faults(500, { traceId, message: 'No.' }), 'the service failed'],
    ['a field that is not declared', faults(200, { ...thing, x: 1 }), 'additional properties'],
    [
      'a field of a field that is not declared',
      faults(200, { thing: { at, x: 1 } }),
      '/thing must NOT have additional properties',
    ],
    ['a field that is missing', faults(200, {}), 'required'],
    ['a text that is not of its format', faults(200, { thing: { at: 'today' } }), 'date-time'],
    [
      'a header that is missing',
      faults(200, thing, { 'content-type': 'application/json', traceparent }),
      'the header ETag is missing',
    ],
    ['another content type', faults(200, 'x', { ...json, 'content-type': 'text/html' }), 'text/html'],
    ['a body where none is documented', faults(204, 'x'), 'there is a body'],
    ['what is not JSON', faults(200, '{'), 'not JSON'],
    ['an error with another field', faults(400, { traceId, message: 'No.', stack: '' }), 'an error has the fields'],
    ['an error that is too long', faults(400, { traceId, message: 'x'.repeat(20_000) }), 'bytes'],
    ['another trace id', faults(400, { traceId: '0'.repeat(32), message: 'No.' }), 'another trace id'],
    ['no traceparent', faults(204, '', {}), 'traceparent'],
  ])('%s', (_what, found, expected) => {
    expect(found.join('\n')).toContain(expected);
  });
});

describe('of an outcome finds', () => {
  const draft: Draft = { auth: {}, segments: {}, query: [], headers: {}, type: undefined };
  const outcome = (
    expected: 'accepted' | 'refused' | number,
    status: number,
    message = '',
    headers: Record<string, string> = {},
  ) =>
    faultsOfOutcome(operation, { what: '', expected, draft }, { status, headers, text: JSON.stringify({ message }) })
      .length;
  it('a refusal by no rule, an acceptance of what is wrong, another status, and a 401 that does not say how to be let in', () => {
    expect([
      outcome('accepted', 200),
      outcome('accepted', 404),
      outcome('refused', 400),
      outcome(403, 403),
      outcome(401, 401, '', { 'www-authenticate': 'Bearer' }),
    ]).toEqual([0, 0, 0, 0, 0]);
    expect([
      outcome('accepted', 400, 'name is required.'),
      outcome('refused', 200),
      outcome(403, 404),
      outcome(401, 401),
    ]).toEqual([1, 1, 1, 1]);
  });
});
