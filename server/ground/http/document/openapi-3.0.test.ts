import { expect, it } from 'vitest';
import { openApi30 } from './openapi-3.0.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  webhooks: { 'note.added': {} },
  paths: {},
};
const schemaOf = (schema: object) =>
  (openApi30({ ...document, components: { schemas: { Note: schema } } }) as any).components.schemas.Note;

it('the document is 3.0.3, without webhooks, and names its license by an address', () => {
  expect(openApi30(document)).toEqual({
    openapi: '3.0.3',
    info: {
      title: 'Notes',
      version: '1',
      license: { name: 'Apache-2.0', url: 'https://spdx.org/licenses/Apache-2.0.html' },
    },
    paths: {},
  });
});

it.each<[object, object]>([
  [{ type: 'string' }, { type: 'string' }],
  [
    { type: ['number', 'null'], exclusiveMinimum: -1, exclusiveMaximum: 9 },
    { type: 'number', nullable: true, minimum: -1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  ],
  [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [
    { type: 'string', const: 'a', examples: ['a', 'b'] },
    { type: 'string', enum: ['a'], example: 'a' },
  ],
  [
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', format: 'byte' },
  ],
  [
    { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
    { type: 'string', format: 'binary' },
  ],
  [{ $ref: '#/components/schemas/Other' }, { $ref: '#/components/schemas/Other' }],
  [
    { $ref: '#/components/schemas/Other', description: 'Another.' },
    { allOf: [{ $ref: '#/components/schemas/Other' }], description: 'Another.' },
  ],
  [
    { anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] },
    {
      anyOf: [
        { type: 'string', nullable: true },
        { type: 'object', nullable: true, enum: [null] },
      ],
    },
  ],
])('the schema %j is %j', (now, before) => {
  expect(schemaOf(now)).toEqual(before);
});

it('schemas are found at any depth, and what only looks like one stays: names of properties, and examples', () => {
  const examples = { default: { value: { type: ['a', 'null'], const: 1 } } };
  const inner = {
    type: 'object',
    properties: { const: { type: ['string', 'null'] }, examples: { type: 'array', items: { const: 'x' } } },
    additionalProperties: { allOf: [{ const: 'y' }] },
  };
  const content = { 'application/json': { schema: inner, examples } };
  expect(openApi30({ ...document, paths: { '/notes': { post: { requestBody: { content } } } } })).toMatchObject({
    paths: {
      '/notes': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    const: { type: 'string', nullable: true },
                    examples: { type: 'array', items: { enum: ['x'] } },
                  },
                  additionalProperties: { allOf: [{ enum: ['y'] }] },
                },
                examples,
              },
            },
          },
        },
      },
    },
  });
});
