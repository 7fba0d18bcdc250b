import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { amountFields } from '../src/generated/document.js';
import { operationsOf } from '../../../server/testing/document.ts';

const document = JSON.parse(readFileSync(new URL('../../../openapi/partner.json', import.meta.url), 'utf8'));
const folder = new URL('../src/', import.meta.url);
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** The client sends a file as a form, in one way. */
const otherWays = ['PUT /supplierinvoices/supplierinvoices/{id}/files/{name}'];

it('the client calls every operation of the document, and no other', () => {
  const called = sources.flatMap((source) =>
    [...source.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map(([, one]) => one),
  );
  const published = operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect([...new Set([...called, ...otherWays])].sort()).toEqual(published.sort());
});

/** The client knows amounts by their names. */
it('a field that is an amount in one place is a whole number in no other', () => {
  const whole = new Set<string>();
  const collect = (part: any): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, schema] of Object.entries<any>(part.properties ?? {}))
      if ([schema.type].flat().includes('integer')) whole.add(name);
    for (const inner of Object.values(part)) collect(inner);
  };
  collect(document);
  expect(amountFields).toContain('totalPrice');
  expect(amountFields.filter((name) => whole.has(name))).toEqual([]);
});
