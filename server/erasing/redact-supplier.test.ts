import { stringify } from 'lossless-json';
import { expect, it } from 'vitest';
import { textsOfSupplier, withoutDetails, withoutOwnTexts, withoutSupplier } from './redact-supplier.ts';
import { obstacleToEraseSupplier } from './supplier.ts';
import { parseExactly } from '../ground/json/json.ts';
import { emptyEntry } from '../suppliers/shape.ts';

const entry = {
  ...emptyEntry,
  number: '7',
  name: 'Ylva Sand',
  organizationalNumber: '19811218-9876',
  email: 'Y@sand.example',
};
const texts = textsOfSupplier([entry, { bankGiro: '5834-1728' }, { phone: '112' }]);
const rewrite = (text: string, change: (value: unknown) => unknown) => stringify(change(parseExactly(text)));

it('numbers are sought in their usual writings, and short ones not at all', () => {
  expect(texts.names).toEqual(['Ylva Sand']);
  expect(texts.parts).toEqual(
    expect.arrayContaining(['19811218-9876', '8112189876', '811218-9876', '5834-1728', '58341728', 'y@sand.example']),
  );
  expect(texts.parts).not.toContain('112');
});

it('elsewhere a name goes as a whole and in sentences, numbers anywhere, and people of the same name stay', () => {
  expect(
    rewrite(
      '{"name":"Ylva Sand","other":"Ylva Sandgren AB","message":"Like Ylva Sand.","by":{"id":"a","name":"Ylva Sand"},"sent":["bg 5834-1728, Y@SAND.example"],"amount":1.10}',
      (value) => withoutSupplier(value, texts),
    ),
  ).toBe(
    '{"name":"Erased supplier","other":"Ylva Sandgren AB","message":"Like erased.","by":{"id":"a","name":"Ylva Sand"},"sent":["bg erased, erased"],"amount":1.10}',
  );
});

it('in what is about the supplier, texts go, and ids, states, days, figures and people stay', () => {
  expect(
    rewrite(
      '{"number":"7","name":"Ylva","by":{"name":"the command line"},"reason":"x","from":"approved","findings":[{"code":"sum.total","parameters":{"sent":"1.10","expected":"1.20"},"message":"x"},{"code":"payee.bankgiro","parameters":{"sent":"5834-1728"}}],"changes":[{"field":"name","from":"A","to":""},{"field":"blocked","from":"no","to":"yes","reason":"x"}]}',
      withoutOwnTexts,
    ),
  ).toBe(
    '{"number":"7","name":"Erased supplier","by":{"name":"the command line"},"reason":"erased","from":"approved","findings":[{"code":"sum.total","parameters":{"sent":"1.10","expected":"1.20"},"message":"erased"},{"code":"payee.bankgiro","parameters":{"sent":"erased"}}],"changes":[{"field":"name","from":"erased","to":""},{"field":"blocked","from":"no","to":"yes","reason":"erased"}]}',
  );
});

it('of an invoice its references and exact figures stay', () => {
  expect(
    rewrite(
      '{"externalReferenceId":"r","supplierNumber":"7","supplierName":"Ylva","paymentReferenceOCR":"8112189876","totalPrice":1.100,"articles":[{"price":0.10,"articleDescription":"x","own":1}],"own":"x"}',
      (value) => withoutDetails(value, texts),
    ),
  ).toBe(
    '{"externalReferenceId":"r","supplierNumber":"7","paymentReferenceOCR":"erased","totalPrice":1.100,"articles":[{"price":0.10}]}',
  );
});

it('an invoice is kept for seven whole calendar years after its own', () => {
  const obstacle = (
    lastYear: number | null,
    now: string,
    open = 0,
    organizationalNumber = entry.organizationalNumber,
  ) => obstacleToEraseSupplier({ ...entry, organizationalNumber }, { open, lastYear }, 7, new Date(now))?.code;
  expect(obstacle(2018, '2025-12-31T23:59:59Z')).toBe('erase.law');
  expect(obstacle(2018, '2026-01-01T00:00:00Z')).toBeUndefined();
  expect(obstacle(null, '2020-01-01T00:00:00Z')).toBeUndefined();
  expect(obstacle(2000, '2026-01-01T00:00:00Z', 1)).toBe('erase.open');
  expect(obstacle(2000, '2026-01-01T00:00:00Z', 0, '556016-0680')).toBe('erase.organization');
});
