import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groupDigits, separatorsOf } from '../../common/amounts.ts';
import { digitsOf, Exact, parseExact, writeExact } from '../src/exact.ts';
import { bodyLines } from '../src/pages/calls/body-lines.ts';
import { unknownOf } from '../src/pages/invoices/known-fields.ts';
import { auditText } from '../src/text/audit.ts';
import { common } from '../src/text/common.ts';
import { actionWords } from '../../server/mail/guard-letter.ts';

it('an amount is grouped digit by digit, whatever its size', () => {
  const english = separatorsOf('en-GB');
  const swedish = separatorsOf('sv-SE');
  expect(groupDigits('1250.5', english, 2)).toBe('1,250.50');
  expect(groupDigits('-123456789012345.123456789', swedish, 2)).toBe(
    '\u2212123\u00A0456\u00A0789\u00A0012\u00A0345,123456789',
  );
  expect(groupDigits('999', swedish)).toBe('999');
  expect(groupDigits('1e400', english, 2)).toBe('1e400');
});

it('no digit is lost between the API and the screen', () => {
  const text =
    '{"totalPrice":1250.50,"big":12345678901234567890.123,"n":7,"text":"say \\"1.50\\" twice","list":[0.10]}';
  const parsed = parseExact(text) as Record<string, unknown>;
  expect(digitsOf(parsed.totalPrice as Exact)).toBe('1250.50');
  expect(parsed.n).toBe(7);
  expect(parsed.text).toBe('say "1.50" twice');
  expect(writeExact(parsed, 0)).toBe(text);
});

it('problems stand on the line that they are about, also for a field that is missing', () => {
  const lines = bodyLines('{"articles":[{"price":"12"}]}', [
    { path: 'articles[0].price', problem: 'must be a number' },
    { path: 'supplierNumber', problem: 'is required' },
    { path: '', problem: 'something' },
  ]);
  const marked = lines?.filter(({ problems }) => problems.length > 0);
  expect(marked?.map(({ text, path, missing }) => [text, path, missing])).toEqual([
    ['"price": "12"', 'articles[0].price', undefined],
    ['"supplierNumber"', 'supplierNumber', true],
  ]);
  expect(bodyLines('not JSON', [])).toBeUndefined();
});

it('what the interface does not know is named with its place', () => {
  expect(unknownOf({ supplierNumber: '1', costCentre: 'C', articles: [{ price: 1 }, { colour: 'red' }] })).toEqual({
    costCentre: 'C',
    'articles[1].colour': 'red',
  });
});

it('the audit log has words for everything that is done to operators, in both languages', () => {
  const folder = new URL('../../server/operators/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  // The codes of errors look alike.
  const withoutErrors = sources.map((source) => source.replace(/(?:new ApiError|conflict|unauthorized)\('[^']+'/g, ''));
  const actions = new Set(
    withoutErrors.flatMap((source) =>
      [...source.matchAll(/'((?:operator|operatortoken|invitation)\.[a-z]+)'/g)].map(([, action]) => action as string),
    ),
  );
  expect(actions.size).toBeGreaterThanOrEqual(10);
  for (const { actions: known } of Object.values(auditText))
    expect(Object.keys(known)).toEqual(expect.arrayContaining([...actions]));
});

it('what happens to invoices has words in the timeline and the audit log, in both languages', () => {
  const source = (path: string) => readFileSync(new URL(`../../server/${path}`, import.meta.url), 'utf8');
  const types = [...source('events/catalogue.ts').matchAll(/^  '((?:supplierinvoice|workorder)\.[a-z]+)'/gm)];
  expect(types.length).toBeGreaterThanOrEqual(11);
  for (const { events } of Object.values(common))
    expect(Object.keys(events)).toEqual(expect.arrayContaining(types.map(([, type]) => type)));
  const files = ['desk/checks.ts', 'desk/dismiss.ts', 'desk/together.ts', 'run-checks.ts', 'states.ts'].map((name) =>
    source(`supplier-invoices/${name}`),
  );
  const actions = files.flatMap((text) => [...text.matchAll(/(?:action|event): '([a-z.]+)'/g)].map(([, name]) => name));
  expect(actions).toEqual(expect.arrayContaining(['checks.changed', 'checks.run', 'supplierinvoice.dismissed']));
  for (const { actions: known } of Object.values(auditText))
    expect(Object.keys(known)).toEqual(expect.arrayContaining(actions));
});

it('the audit log has words for whoever did something and is no operator, in both languages', () => {
  const source = (path: string) => readFileSync(new URL(`../../server/${path}`, import.meta.url), 'utf8');
  const names = ['audit/record.ts', 'operators/failed-sign-ins.ts'].flatMap((path) =>
    [...source(path).matchAll(/\{ id: null, name: '([^']+)' \}/g)].map(([, name]) => name),
  );
  expect(names).toEqual(['the command line', 'the service', 'not signed in']);
  for (const { nobodys } of Object.values(common)) expect(Object.keys(nobodys)).toEqual(expect.arrayContaining(names));
});

it('administrators are told by mail of every guarded action that the audit log names, in the same words', () => {
  const changesNothing = [
    'checks.run',
    'operator.forgotten',
    'operator.passwordchanged',
    'operator.signedin',
    'operator.signinfailed',
    'operator.signedout',
    'operator.signedouteverywhere',
    'webhook.tested',
  ];
  // Earlier releases wrote them.
  const former = ['operator.disabled', 'operator.enabled'];
  const guarded = Object.keys(auditText.en.actions).filter((action) =>
    /^(checks|settings|company|partner|operator|webhook)\./.test(action),
  );
  expect([...Object.keys(actionWords), ...changesNothing, ...former].toSorted()).toEqual(guarded.toSorted());
  for (const language of ['en', 'sv'] as const) {
    const known: Record<string, string> = auditText[language].actions;
    for (const [action, words] of Object.entries(actionWords))
      expect(words[language].split('; ', 1)).toEqual([known[action]]);
  }
});
