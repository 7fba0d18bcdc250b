import { expect, it } from 'vitest';
import { unknownFields } from './unknown-fields.ts';
import type { Shape } from '../ground/http/document/fields.ts';

const shape: Shape = {
  properties: {
    supplierInvoiceNumber: {},
    city: {},
    articles: { items: { properties: { price: {}, totalPrice: {} } } },
  },
};

it('says nothing of a body that has known fields only', () => {
  expect(unknownFields(shape, { supplierInvoiceNumber: '1', articles: [{ price: 1 }], city: null })).toEqual([]);
});

it('names an unknown field with the nearest known one', () => {
  expect(unknownFields(shape, { supplierInvoceNumber: 1 })).toEqual([
    'unknown field supplierInvoceNumber was kept but not used; did you mean supplierInvoiceNumber?',
  ]);
});

it('takes a name in other letters for the same name', () => {
  expect(unknownFields(shape, { CITY: 1 })).toEqual(['unknown field CITY was kept but not used; did you mean city?']);
});

it('suggests nothing where no known name is near', () => {
  expect(unknownFields(shape, { colour: 1 })).toEqual(['unknown field colour was kept but not used.']);
});

it('names a field of the lines once, however many lines have it', () => {
  const lines = Array.from({ length: 100 }, () => ({ prize: 1 }));
  expect(unknownFields(shape, { articles: lines })).toEqual([
    'unknown field articles[].prize was kept but not used; did you mean articles[].price?',
  ]);
});

it('names a removed field with what to send instead', () => {
  const [sentence] = unknownFields(
    shape,
    { articles: [{ amount: 1 }] },
    { 'articles[].amount': 'send quantity instead' },
  );
  expect(sentence).toBe(
    'field articles[].amount was removed from the interface, so it was kept but not used; send quantity instead.',
  );
});

it('does not take what every object inherits for a known or a removed field', () => {
  for (const name of ['toString', 'constructor', 'hasOwnProperty', 'valueOf'])
    expect(unknownFields(shape, { [name]: 1 })).toEqual([`unknown field ${name} was kept but not used.`]);
});

it('names twenty and counts the rest', () => {
  const body = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`unheard${at}of`, at]));
  const sentences = unknownFields(shape, body);
  expect(sentences).toHaveLength(21);
  expect(sentences.at(-1)).toBe('5 more unknown fields were kept but not used.');
});

it('shortens a long name without cutting a character in two', () => {
  for (const length of [70, 77, 78, 79, 80, 81]) {
    const [sentence = ''] = unknownFields(shape, { [`${'a'.repeat(length)}${'😀'.repeat(20)}`]: 1 });
    expect(sentence.length).toBeLessThan(200);
    expect(/\p{Surrogate}/u.test(sentence), sentence).toBe(false);
  }
});

it('counts no further than a thousand', () => {
  let read = 0;
  const line = (nth: number) =>
    new Proxy(
      {},
      {
        ownKeys: () => Array.from({ length: 25 }, (_, at) => `field${nth * 25 + at}OfAnotherInterface`),
        getOwnPropertyDescriptor: () => {
          read += 1;
          return { value: 1, enumerable: true, configurable: true };
        },
      },
    );
  const sentences = unknownFields(shape, { articles: Array.from({ length: 5_000 }, (_, nth) => line(nth)) });
  expect(sentences.at(-1)).toBe('1005 or more unknown fields were kept but not used.');
  expect(read).toBeLessThan(1_100);
});
