import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './compare.ts';
import { exceptions } from './exceptions.ts';
import { inWords } from './words.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../openapi/${path}`, import.meta.url), 'utf8'));

it.each(['partner', 'operator'] as const)(
  'the %s document removes and narrows nothing of the last release that was not deprecated there',
  (name) => {
    const breaking = changesBetween(read(`released/${name}.json`), read(`${name}.json`))
      .filter(({ isBreaking }) => isBreaking)
      .map(({ where, what }) => `${where}: ${what}`);
    const excepted = exceptions[name].flatMap(({ what, at }) => at.map((where) => `${where}: ${what}`));
    expect([...new Set(breaking)].toSorted()).toEqual(excepted.toSorted());
  },
);

const operation = (more: object = {}) => ({ operationId: 'send', responses: { 200: {} }, ...more });
const withOperation = (more?: object) => ({ paths: { '/notes': { post: operation(more) } } });
const withBody = (schema: object) => withOperation({ requestBody: { content: { 'application/json': { schema } } } });
const withAnswer = (schema: object) =>
  withOperation({ responses: { 200: { content: { 'application/json': { schema } } } } });
const withField = (field: object, more: object = {}) => ({ type: 'object', properties: { text: field }, ...more });

type Verdict = 'breaking' | 'compatible';
const verdictsOf = (before: object, after: object) =>
  changesBetween(before, after).map(({ isBreaking, what }) => [isBreaking ? 'breaking' : 'compatible', what]);

/** The change from the first to the second, and the way back. */
type Rule = [name: string, before: object, after: object, there: Verdict, back: Verdict];

const operations: Rule[] = [
  ['a path', withOperation(), { paths: {} }, 'breaking', 'compatible'],
  ['a method', withOperation(), { paths: { '/notes': {} } }, 'breaking', 'compatible'],
  ['a status', withOperation({ responses: { 200: {}, 404: {} } }), withOperation(), 'breaking', 'compatible'],
  [
    'the name that clients are generated with',
    withOperation(),
    withOperation({ operationId: 'put' }),
    'breaking',
    'breaking',
  ],
  [
    'a parameter',
    withOperation({ parameters: [{ in: 'query', name: 'limit', schema: {} }] }),
    withOperation(),
    'breaking',
    'compatible',
  ],
  [
    'a required parameter',
    withOperation(),
    withOperation({ parameters: [{ in: 'query', name: 'limit', required: true, schema: {} }] }),
    'breaking',
    'breaking',
  ],
  [
    'whether a parameter is required',
    withOperation({ parameters: [{ in: 'header', name: 'Key', schema: {} }] }),
    withOperation({ parameters: [{ in: 'header', name: 'key', required: true, schema: {} }] }),
    'breaking',
    'compatible',
  ],
  [
    'a limit of a parameter',
    withOperation({ parameters: [{ in: 'query', name: 'limit', schema: { maximum: 1000 } }] }),
    withOperation({ parameters: [{ in: 'query', name: 'limit', schema: { maximum: 100 } }] }),
    'breaking',
    'compatible',
  ],
  [
    'whether a body is required',
    withOperation({ requestBody: { content: {} } }),
    withOperation({ requestBody: { required: true, content: {} } }),
    'breaking',
    'compatible',
  ],
  [
    'a media type of requests',
    withOperation({ requestBody: { content: { 'application/json': {}, 'multipart/form-data': {} } } }),
    withOperation({ requestBody: { content: { 'application/json': {} } } }),
    'breaking',
    'compatible',
  ],
  [
    'a media type of answers',
    withOperation({ responses: { 200: { content: { 'text/csv': {} } } } }),
    withOperation({ responses: { 200: { content: {} } } }),
    'breaking',
    'compatible',
  ],
  [
    'a header of answers',
    withOperation({ responses: { 200: { headers: { ETag: { schema: {} } } } } }),
    withOperation({ responses: { 200: { headers: {} } } }),
    'breaking',
    'compatible',
  ],
  [
    'an alternative of access',
    withOperation({ security: [{ oauth2: ['notes:write'] }, { accessToken: [] }] }),
    withOperation({ security: [{ oauth2: ['notes:write'] }] }),
    'breaking',
    'compatible',
  ],
  [
    'a scope that is needed too',
    withOperation({ security: [{ oauth2: ['notes:write'] }] }),
    withOperation({ security: [{ oauth2: ['notes:write', 'notes:read'] }] }),
    'breaking',
    'compatible',
  ],
  [
    'open access',
    withOperation({ security: [{}] }),
    withOperation({ security: [{ basic: [] }] }),
    'breaking',
    'compatible',
  ],
  [
    'a scope',
    { components: { securitySchemes: { oauth2: { flows: { clientCredentials: { scopes: { a: '', b: '' } } } } } } },
    { components: { securitySchemes: { oauth2: { flows: { clientCredentials: { scopes: { a: '' } } } } } } },
    'breaking',
    'compatible',
  ],
  ['a webhook', { webhooks: { booked: { post: operation() } } }, {}, 'breaking', 'compatible'],
];

/** The first two verdicts are for requests, the others for answers. */
const schemas: [name: string, before: object, after: object, sent: [Verdict, Verdict], answered: [Verdict, Verdict]][] =
  [
    ['a field', withField({}), { type: 'object' }, ['breaking', 'compatible'], ['breaking', 'compatible']],
    [
      'whether a field is required',
      withField({}),
      withField({}, { required: ['text'] }),
      ['breaking', 'compatible'],
      ['compatible', 'breaking'],
    ],
    [
      'a type',
      { type: ['string', 'null'] },
      { type: 'string' },
      ['breaking', 'compatible'],
      ['compatible', 'breaking'],
    ],
    [
      'a kind of number',
      { type: 'number' },
      { type: 'integer' },
      ['breaking', 'compatible'],
      ['compatible', 'breaking'],
    ],
    [
      'an alternative of a pattern',
      { pattern: '^(a|b|c)(,(a|b|c))$' },
      { pattern: '^(a|b)(,(a|b))$' },
      ['breaking', 'compatible'],
      ['breaking', 'breaking'],
    ],
    ['a value', { enum: ['a', 'b'] }, { enum: ['a'] }, ['breaking', 'compatible'], ['breaking', 'compatible']],
    ['a list of values', {}, { enum: ['a'] }, ['breaking', 'compatible'], ['compatible', 'compatible']],
    ['a maximum', { maximum: 10 }, { maximum: 9 }, ['breaking', 'compatible'], ['compatible', 'compatible']],
    ['a minimum', { minimum: 1 }, { minimum: 2 }, ['breaking', 'compatible'], ['compatible', 'compatible']],
    ['a length', {}, { maxLength: 255 }, ['breaking', 'compatible'], ['compatible', 'compatible']],
    ['a number of items', { maxItems: 5 }, { maxItems: 4 }, ['breaking', 'compatible'], ['compatible', 'compatible']],
    ['a pattern', {}, { pattern: '^a$' }, ['breaking', 'compatible'], ['compatible', 'compatible']],
    ['another pattern', { pattern: 'b' }, { pattern: 'a' }, ['breaking', 'breaking'], ['breaking', 'breaking']],
    ['a format', {}, { format: 'int64' }, ['breaking', 'compatible'], ['compatible', 'breaking']],
    ['a default', { default: 100 }, { default: 10 }, ['breaking', 'breaking'], [] as never],
    [
      'further fields',
      { type: 'object' },
      { type: 'object', additionalProperties: false },
      ['breaking', 'compatible'],
      ['compatible', 'compatible'],
    ],
    [
      'an item',
      { type: 'array', items: { type: ['string', 'null'] } },
      { type: 'array', items: { type: 'string' } },
      ['breaking', 'compatible'],
      ['compatible', 'breaking'],
    ],
    [
      'a form',
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      { type: 'string' },
      ['breaking', 'compatible'],
      ['compatible', 'breaking'],
    ],
    [
      'a part of a whole',
      { allOf: [withField({}), { type: 'object', properties: { more: {} } }] },
      withField({}),
      ['breaking', 'compatible'],
      ['breaking', 'compatible'],
    ],
  ];

const both = (name: string, wrap: (schema: object) => object, before: object, after: object, verdicts: Verdict[]) =>
  verdicts.length === 0 ? [] : [[name, wrap(before), wrap(after), ...verdicts] as Rule];

describe.each<Rule>([
  ...operations,
  ...schemas.flatMap(([name, before, after, sent, answered]) => [
    ...both(`${name} of a request`, withBody, before, after, sent),
    ...both(`${name} of an answer`, withAnswer, before, after, answered),
  ]),
])('%s', (_name, before, after, there, back) => {
  it(`is ${there} there and ${back} back`, () => {
    expect(verdictsOf(before, after)).toEqual([[there, expect.any(String)]]);
    expect(verdictsOf(after, before)).toEqual([[back, expect.any(String)]]);
  });
});

it.each([
  ['an operation', withOperation({ deprecated: true }), { paths: {} }],
  [
    'a parameter',
    withOperation({ parameters: [{ in: 'query', name: 'old', deprecated: true, schema: {} }] }),
    withOperation(),
  ],
  ['a field', withAnswer(withField({ deprecated: true })), withAnswer({ type: 'object' })],
  [
    'a limit of a field',
    withBody(withField({ deprecated: true })),
    withBody(withField({ deprecated: true, maxLength: 1 })),
  ],
])('%s that was deprecated in the release may go', (_name, before, after) => {
  expect(verdictsOf(before, after)).toEqual([['compatible', expect.any(String)]]);
});

it('the type of an enum is that of its values', () => {
  const values = ['a', 'b'];
  expect(changesBetween(withBody({ enum: values }), withBody({ type: 'string', enum: values }))).toEqual([]);
});

it('nothing has changed if alternatives, parameters or words were rearranged', () => {
  const limit = { in: 'query', name: 'limit', schema: {} };
  const after = { in: 'query', name: 'after', schema: {} };
  const before = withOperation({
    security: [{ accessToken: [] }, { oauth2: ['a'] }],
    parameters: [limit, after],
    summary: 'Send',
  });
  const now = withOperation({ security: [{ oauth2: ['a'] }, { accessToken: [] }], parameters: [after, limit] });
  expect(changesBetween(before, now)).toEqual([]);
  const byId = (name: string) => ({ paths: { [`/notes/{${name}}`]: { get: operation() } } });
  expect(changesBetween(byId('id'), byId('noteId'))).toEqual([]);
});

it('a shared schema is named once, and compared as it is used', () => {
  const schema = { $ref: '#/components/schemas/Note' };
  const document = (field: object) => ({
    components: { schemas: { Note: withField(field) } },
    paths: Object.fromEntries(
      ['/a', '/b'].map((path) => [
        path,
        {
          post: operation({
            requestBody: { content: { 'application/json': { schema } } },
            responses: { 200: { content: { 'application/json': { schema } } } },
          }),
        },
      ]),
    ),
  });
  const changes = changesBetween(document({ type: 'string' }), document({ type: ['string', 'null'] }));
  expect(inWords(changes)).toBe(
    'Breaking:\n- Note (as answered).text: may now be null.\n\nCompatible:\n- Note (as sent).text: also accepts null.\n',
  );
});
