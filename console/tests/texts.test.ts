import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groupDigits, separatorsOf } from '../../common/amounts.ts';
import { digitsOf, Exact, parseExact, writeExact } from '../src/exact.ts';
import { bodyLines } from '../src/pages/calls/body-lines.ts';
import { unknownOf } from '../src/pages/invoices/known-fields.ts';
import { callsText } from '../src/text/calls.ts';
import { actionNames } from '../../common/names/events.ts';
import { callerNames } from '../../common/names/states.ts';
import { guardActions } from '../../server/notifications/guard-letter.ts';

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

// A call that only checked bears the name of the operation that it checked for.
it('every operation of partners has a name', () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi/partner.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string; deprecated?: boolean }>>;
  };
  const ids = Object.entries(document.paths)
    .filter(([path]) => !path.endsWith('/check'))
    .flatMap(([, operations]) => Object.values(operations).map(({ operationId }) => operationId));
  expect(Object.keys(callsText.en.operations)).toEqual(expect.arrayContaining(ids.filter((id) => id !== undefined)));
});

it('every action on operators has a name', () => {
  const folder = new URL('../../server/operators/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  // Error codes look like texts.
  const withoutErrors = sources.map((source) => source.replace(/(?:new ApiError|conflict|unauthorized)\('[^']+'/g, ''));
  const actions = new Set(
    withoutErrors.flatMap((source) =>
      [...source.matchAll(/'((?:operator|operatortoken|invitation)\.[a-z]+)'/g)].map(([, action]) => action as string),
    ),
  );
  expect(actions.size).toBeGreaterThanOrEqual(10);
  expect(Object.keys(actionNames.en)).toEqual(expect.arrayContaining([...actions]));
});

it('every action on invoices has a name', () => {
  const folder = new URL('../../server/supplier-invoices/', import.meta.url);
  const actions = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/(?:action|changed|proposed|declined): '([a-z]+\.[a-z]+)'/g)].map(([, name]) => name),
    );
  expect(actions).toEqual(expect.arrayContaining(['checks.changed', 'checks.run', 'supplierinvoice.dismissed']));
  expect(Object.keys(actionNames.en)).toEqual(expect.arrayContaining(actions));
});

it('every caller that is neither an operator nor a partner has a name', () => {
  const source = (path: string) => readFileSync(new URL(`../../server/${path}`, import.meta.url), 'utf8');
  const names = ['audit/record.ts', 'operators/sign-in/failures.ts'].flatMap((path) =>
    [...source(path).matchAll(/\{ id: null, name: '([^']+)' \}/g)].map(([, name]) => name),
  );
  expect(names).toEqual(['the command line', 'the directory', 'the service', 'not signed in']);
  expect(Object.keys(callerNames.en)).toEqual(expect.arrayContaining(names));
});

it('administrators get mail about every guarded action of the audit log', () => {
  const changesNothing = [
    'checks.run',
    'directory.tested',
    'operator.factoradded',
    'operator.factorremoved',
    'operator.forgotten',
    'operator.linked',
    'operator.passwordchanged',
    'operator.proved',
    'operator.recoverycodes',
    'operator.signedin',
    'operator.signinfailed',
    'operator.signedout',
    'operator.signedoutbydirectory',
    'operator.signedouteverywhere',
    'operator.unlinked',
    'webhook.tested',
  ];
  // Earlier releases recorded these actions.
  const former = ['operator.disabled', 'operator.enabled'];
  const guarded = Object.keys(actionNames.en).filter((action) =>
    /^((checks|settings|company|directory|partner|operator|webhook)\.|supplier\.erased)/.test(action),
  );
  expect([...guardActions, ...changesNothing, ...former].toSorted()).toEqual(guarded.toSorted());
});

it('one thing has one name: former terms stand nowhere in console, CSV files, mail and guides', () => {
  const root = new URL('../../', import.meta.url);
  const former = new RegExp(
    [
      // Häv stoppet, Att attestera, Beslutad, Utan fil
      // Files are dropped: "släpp filerna".
      'släpp(?! filerna)|mottagen\\b|avgjord|utan underlag|underlag saknas',
      // Tvåpersonskontroll, Första attest av två, Standard
      'en andra person|två i förening|en person till|den första av två|som normalt',
      'annat (bankgiro|plusgiro|organisationsnummer|leverantörsnamn)',
      "'another (bank giro|post giro|organisational number|supplier name)",
      'needs a second approver',
    ].join('|'),
    'i',
  );
  const files = ['common', 'console/src', 'server', 'docs'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true })
      .map((file) => `${folder}/${String(file)}`)
      .filter(
        (file) =>
          /\.(tsx?|md)$/.test(file) && !/\.test\.ts$|\.testing\.ts$|\.d\.ts$|(^|\/)(node_modules|dist)\//.test(file),
      ),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .flatMap((line) => (former.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
