import { expect, it } from 'vitest';
import { problemAt } from '../../common/errors/catalogue.ts';
import { invoiceSearch, only, openedInvoiceSearch, searchKey, stringifySearch } from '../src/search.ts';
import { messageOf, placeErrors } from '../src/shared/form/field-errors.ts';
import { common } from '../src/text/common.ts';
import { wordsIn } from '../src/text/said.ts';

const inLanguage = (language: 'en' | 'sv') => ({ words: wordsIn(language), texts: common[language] });
const english = inLanguage('en');
const swedish = inLanguage('sv');
const invalid = (...problems: ReturnType<typeof problemAt>[]) => ({
  code: 'body.invalid',
  parameters: { count: problems.length },
  problems: problems.map((problem) => ({ ...problem, problem: 'in English' })),
});

it('a problem is said at its field with the label of the form, in the language of the reader', () => {
  const refusal = invalid(problemAt('bankGiro', 'bankgiro.wrong', { why: 'length' }), problemAt('name', 'text.empty'));
  const labels = (bankGiro: string, name: string) => new Map(Object.entries({ bankGiro, name }));
  expect(placeErrors(refusal, labels('Bank giro', 'Name'), english)).toEqual({
    errors: { bankGiro: 'Bank giro must have 7 or 8 digits.', name: 'This is required.' },
    rest: undefined,
  });
  expect(placeErrors(refusal, labels('Bankgiro', 'Namn'), swedish).errors).toEqual({
    bankGiro: 'Bankgiro måste ha 7 eller 8 siffror.',
    name: 'Det här måste fyllas i.',
  });
});

it('a problem of a list stands at its row or at the list, and one that no field is about is left over', () => {
  const labels = new Map([
    ['facilities.0.number', 'Number'],
    ['facilities.1.number', 'Number'],
    ['days', 'Expires'],
    ['types', 'Events'],
  ]);
  const refusal = invalid(
    problemAt('facilities[1].number', 'value.same', { other: 'facilities[0].number' }),
    problemAt('types[3]', 'type.partner'),
    problemAt('expiresAt', 'time.past'),
    problemAt('colour', 'text.type'),
  );
  const { errors, rest } = placeErrors(refusal, labels, { ...english, places: { expiresAt: 'days' } });
  expect(errors).toEqual({
    'facilities.1.number': 'Number 2 is the same as Number 1.',
    types: 'Events is an event type that partners do not get.',
    days: 'Expires must be in the future.',
  });
  expect(rest?.problems?.map(({ path }) => path)).toEqual(['colour']);
});

it('a refusal that is about one field stands there, and elsewhere as a whole', () => {
  const taken = { code: 'partner.exists', parameters: { name: 'Scanner' }, message: '' };
  expect(placeErrors(taken, new Map([['name', 'Namn']]), swedish)).toEqual({
    errors: { name: 'Företaget har redan en partner med namnet "Scanner".' },
    rest: undefined,
  });
  expect(placeErrors(taken, new Map(), swedish)).toMatchObject({ errors: {}, rest: taken });
  const first = { code: 'operator.exists', parameters: { why: 'first' } };
  expect(placeErrors(first, new Map([['email', 'E-mail address']]), english).errors).toEqual({});
});

it('what a browser would say in its own language is said in the reader’s', () => {
  const validity = (...flags: string[]) =>
    Object.fromEntries([['valid', flags.length === 0], ...flags.map((flag) => [flag, true])]) as never;
  expect(messageOf(validity(), 'text', 0, common.sv)).toBeUndefined();
  expect(messageOf(validity('valueMissing'), 'text', 0, common.sv)).toBe('Det här måste fyllas i.');
  expect(messageOf(validity('typeMismatch'), 'email', 0, common.sv)).toMatch(/e-postadress/);
  expect(messageOf(validity('typeMismatch'), 'url', 0, common.en)).toMatch(/https:/);
  expect(messageOf(validity('tooShort'), 'text', 3, common.en)).toBe('Write at least 3 characters.');
  expect(messageOf(validity('patternMismatch'), 'text', 0, common.sv)).toBe('Skriv ett heltal.');
});

it('a parameter that a page does not know is neither kept nor sent', () => {
  // The router adds the result to what is in the address.
  const inRouter = (given: Record<string, string>, parameters: (given: Record<string, string>) => object) => ({
    ...given,
    ...parameters(given),
  });
  const search = inRouter({ q: 'rör', sort: '', utm_source: 'x', toString: '1' }, only('q', 'sort'));
  expect(stringifySearch(search)).toBe('?q=r%C3%B6r');
  expect(searchKey(search)).toBe(searchKey({ q: 'rör' }));
  expect(stringifySearch(inRouter({ foo: '1', state: 'held', queue: 'a' }, invoiceSearch))).toBe('?state=held');
  expect(stringifySearch(inRouter({ state: 'held', queue: 'a' }, openedInvoiceSearch))).toBe('?state=held&queue=a');
});
