import { expect, it } from 'vitest';
import {
  catalogue,
  english,
  entryOf,
  problemAt,
  type ErrorCode,
  type Problem,
  causeIn,
  causeOf,
  keyInWords,
  keyOf,
  say,
  sayProblem,
} from '../../common/errors/catalogue.ts';
import type { Parameters } from '../../common/errors/entry.ts';
import { ApiError, headersOf, invalidBody, withNamedProblems } from './errors.ts';
import { noticeOf } from '../../common/errors/notices.ts';
import { partnerErrors } from '../../common/errors/partner-errors.ts';
import { problemCatalogue } from '../../common/errors/problem-catalogue.ts';
import { errorSamples, noticeSamples, problemSamples } from '../testing/errors.ts';

const each = <Code extends string>(samples: Record<Code, readonly object[]>) =>
  (Object.keys(samples) as Code[]).flatMap((code) =>
    samples[code].map((parameters) => [code, parameters as Parameters] as const),
  );
/** Some errors consist only of their problems. */
const problems: Problem[] = [problemAt('name', 'field.required')];

const isMade = (text: string) => !/undefined|\[object|NaN/.test(text) && /^\S[^]*[.?]$/.test(text);

it.each(each(errorSamples))('%s with %j has a status, and is said in whole sentences', (code, parameters) => {
  const { status } = entryOf(code);
  const number = typeof status === 'number' ? status : status(parameters);
  expect(number).toBeGreaterThanOrEqual(400);
  expect(number).toBeLessThan(600);
  expect(say(english, { code, parameters, problems })).toSatisfy(isMade);
});

it.each(each(errorSamples).filter(([code]) => Object.hasOwn(partnerErrors, code)))(
  '%s with %j is counted by what does not differ from call to call, and its cause is said from that alone',
  (code, parameters) => {
    const cause = keyInWords(keyOf(causeOf({ code, parameters, problems })));
    expect(cause).toSatisfy(isMade);
    expect(cause).not.toMatch(/(?:Id|Name|Number|Proposal|Reference|Title|Nearest)-7/);
  },
);

it.each(each(problemSamples))('the problem %s with %j is said after a path, and counted', (code, parameters) => {
  const said = sayProblem(english, { path: 'articles[3].price', code, parameters });
  expect(said).not.toMatch(/undefined|\[object|NaN|\.$/);
  expect(said).toMatch(/\S/);
  const cause = keyInWords(keyOf(causeOf(invalidBody([{ path: 'articles[3].price', code, parameters }]))));
  expect(cause).not.toMatch(/undefined|\[object|NaN|articles\[3\]/);
});

it.each(each(noticeSamples))('the notice %s with %j is a sentence', (code, parameters) => {
  const { message } = noticeOf(code, parameters as never);
  expect(message).toMatch(/^\S[^]*\.$/);
  expect(message).not.toMatch(/undefined|\[object|NaN/);
});

it('every code is a word of the thing, a point, and a word of what is wrong with it', () => {
  for (const code of [...Object.keys(catalogue), ...Object.keys(problemCatalogue)])
    expect(code).toMatch(/^[a-z0-9]+\.[a-z0-9]+$|^more$/);
});

it('wrong parameters do not compile', () => {
  // @ts-expect-error A number is missing.
  void new ApiError('supplier.unknown');
  // @ts-expect-error The name has a slip of the pen.
  void new ApiError('supplier.unknown', { nmuber: '1' });
  // @ts-expect-error There is no such reason.
  void new ApiError('service.busy', { why: 'tired' });
  // @ts-expect-error There is no such code.
  void new ApiError('supplier.tired');
  // @ts-expect-error It takes none.
  void new ApiError('token.missing', { token: 'x' });
  // @ts-expect-error How many are allowed is missing.
  void problemAt('name', 'text.long');
  expect(new ApiError('path.unknown', {}).status).toBe(404);
});

it('an error carries its code and, for whoever asks, its words', () => {
  const error = new ApiError('supplier.unknown', { number: '7' });
  expect(error.message).toBe(
    'There is no supplier with the number "7". Create the supplier, then send this invoice again.',
  );
  expect(headersOf(error)).toEqual({ 'doorway-error': 'supplier.unknown' });
});

it('as many problems are named as an answer holds, and the rest is counted', () => {
  const many = (length: number, path: string) =>
    Array.from({ length }, (_, at) => problemAt(`${path}[${at}]`, 'number.type'));
  const said = (list: Problem[], count?: number) => say(english, withNamedProblems(english, invalidBody(list, count)));
  expect(said(many(3, 'a'))).toBe('a[0] must be a number; a[1] must be a number; a[2] must be a number.');
  expect(said(many(100, 'a'), 5_000)).toMatch(/a\[99\] must be a number; and 4900 more\.$/);
  expect(said(many(250, 'a'))).toMatch(/a\[99\] must be a number; and 150 more\.$/);
  expect(said(many(100, 'å'.repeat(290))).length).toBeLessThan(13 * 1024);
});

it('causes that this version does not know are left as they were kept', () => {
  for (const code of ['supplier.of-tomorrow', 'toString', '__proto__'])
    expect(causeIn(JSON.stringify({ code: code as ErrorCode }))).toBeUndefined();
  expect(causeIn(JSON.stringify({ code: 'body.invalid', problem: { path: '', code: 'new' } }))).toBeUndefined();
});
