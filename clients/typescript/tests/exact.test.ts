import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../src/decimal.ts';
import { RateLimitError } from '../src/errors.ts';
import { readJson, writeJson } from '../src/json.ts';
import { retryAfterMsOf, waitMsBefore } from '../src/waiting.ts';
import { verifyWebhook, WebhookVerificationError } from '../src/webhooks.ts';

describe('an amount', () => {
  it.each([
    ['1568.750', '1568.750'],
    ['-0.10', '-0.10'],
    ['0012.5', '12.5'],
    [123456789012345678901234567890n, '123456789012345678901234567890'],
    [0.1, '0.1'],
    [1e21, '1e+21'],
    [Decimal.from('0.1').plus('0.20'), '0.30'],
    // As decimals of big.js and others have it.
    [{ toFixed: () => '99999999999999.999999999999' }, '99999999999999.999999999999'],
  ])('%s is written digit for digit as a JSON number', (totalPrice, written) => {
    expect(writeJson({ totalPrice, articles: [{ price: totalPrice }] })).toBe(
      `{"totalPrice":${written},"articles":[{"price":${written}}]}`,
    );
  });

  it.each(['', '12,50', '1 000', '0x10', 'NaN', Number.NaN, Infinity, '1e99999', '1}', ' 1'])(
    '%j is refused before it is sent',
    (totalPrice) => expect(() => writeJson({ totalPrice })).toThrow('is no decimal number'),
  );

  it('is read as text with all its digits, and other numbers as numbers', () => {
    const text = `{"totalPrice": 1568.750,"size":2048,"at":1794816066198,"invoice":{"articles":[{"price":-0.10,"vat":25}]},
      "note":"totalPrice","n":7,"list":["price",3],"large":12345678901234567890,"tiny":1e-400}`;
    expect(readJson(text)).toEqual({
      totalPrice: '1568.750',
      size: 2048,
      at: 1794816066198,
      invoice: { articles: [{ price: '-0.10', vat: '25' }] },
      note: 'totalPrice',
      n: 7,
      list: ['price', 3],
      large: '12345678901234567890',
      tiny: '1e-400',
    });
    for (const broken of ['{"price":1.2.3}', '{"price":01}', '{"price":1', '{"a":"\\"price":1}'])
      expect(() => readJson(broken)).toThrow(SyntaxError);
  });

  it('is told from a field of your own with the same name', () => {
    expect(writeJson({ totalPrice: '1.50', own: { totalPrice: 'one fifty', price: '1.50' } })).toBe(
      '{"totalPrice":1.50,"own":{"totalPrice":"one fifty","price":"1.50"}}',
    );
  });

  it('is calculated with exactly', () => {
    expect(String(Decimal.from('0.1').plus('0.2'))).toBe('0.3');
    expect(String(Decimal.from('100').minus('100.05'))).toBe('-0.05');
    expect(String(Decimal.from('1255.00').times('0.25'))).toBe('313.7500');
    expect(Decimal.from('1e3').equals('1000.00')).toBe(true);
    expect(['10', '9.5', '-1'].sort((one, other) => Decimal.from(one).compare(other))).toEqual(['-1', '9.5', '10']);
  });
});

it('any other JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const spaces of [0, 2]) {
        const text = JSON.stringify({ value }, null, spaces);
        expect(readJson(text)).toEqual(JSON.parse(text));
      }
    }),
  );
});

it('other values are written as JSON.stringify writes them', () => {
  const value = { a: undefined, b: null, c: [undefined, true, 'x "y"'], d: new Date(0), e: { f: 1 }, 'g"': '12' };
  expect(writeJson(value)).toBe(JSON.stringify(value));
});

it('waits double with each attempt, with jitter, and at least as long as the service asks for', () => {
  const failure = new Error('no answer');
  expect([1, 2, 3, 20].map((attempt) => waitMsBefore(attempt, failure, 500, 1))).toEqual([500, 1000, 2000, 30_000]);
  expect(waitMsBefore(1, failure, 500, 0)).toBe(250);
  const details = { status: 429, code: undefined, traceId: undefined, existingId: undefined };
  const limited = new RateLimitError('', { ...details, retryAfterMs: 7_000, readProblems: async () => [] });
  expect([1, 2, 3, 9].map((attempt) => waitMsBefore(attempt, limited, 500, 0))).toEqual([
    7_000, 14_000, 28_000, 30_000,
  ]);
  expect(waitMsBefore(1, limited, 500, 1)).toBe(7_500);
  const now = Date.parse('2026-11-17T12:00:00Z');
  expect(retryAfterMsOf('3')).toBe(3_000);
  expect(retryAfterMsOf('Tue, 17 Nov 2026 12:00:09 GMT', now)).toBe(9_000);
  expect(retryAfterMsOf('Tue, 17 Nov 2026 11:00:00 GMT', now)).toBe(0);
  expect(retryAfterMsOf('soon')).toBeUndefined();
});

describe('a webhook', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const body = '{"id":"e1","seq":7,"type":"supplierinvoice.approved","timestamp":"2026-11-17T12:00:00.000Z","data":{}}';
  const now = new Date('2026-11-17T12:00:00Z');
  const signedBy = (key: string, at = now) => ({
    'webhook-id': 'e1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(key).sign('e1', at, body),
  });

  it('that a stock library signed is accepted, from a Node request and from a Headers object', () => {
    expect(verifyWebhook({ headers: signedBy(secret), body }, { secret, now })).toMatchObject({ id: 'e1', seq: 7 });
    const headers = new Headers(signedBy(secret));
    expect(verifyWebhook({ headers, body: Buffer.from(body) }, { secret, now }).type).toBe('supplierinvoice.approved');
  });

  it('is accepted with either of two secrets, and with either of two signatures', () => {
    expect(verifyWebhook({ headers: signedBy(other), body }, { secret: [secret, other], now }).id).toBe('e1');
    const both = `${signedBy(other)['webhook-signature']} ${signedBy(secret)['webhook-signature']}`;
    expect(
      verifyWebhook({ headers: { ...signedBy(secret), 'webhook-signature': both }, body }, { secret, now }).id,
    ).toBe('e1');
  });

  it.each([
    ['another secret', { headers: signedBy(other), body }],
    ['another body', { headers: signedBy(secret), body: `${body} ` }],
    ['another id', { headers: { ...signedBy(secret), 'webhook-id': 'e2' }, body }],
    ['no signature', { headers: { ...signedBy(secret), 'webhook-signature': '' }, body }],
    ['an old time', { headers: signedBy(secret, new Date(now.getTime() - 301_000)), body }],
    ['a time to come', { headers: signedBy(secret, new Date(now.getTime() + 301_000)), body }],
    ['a time that is none', { headers: { ...signedBy(secret), 'webhook-timestamp': 'NaN' }, body }],
  ])('with %s is refused', (_name, request) => {
    expect(() => verifyWebhook(request, { secret, now })).toThrow(WebhookVerificationError);
  });

  it('is never checked with an empty secret', () => {
    expect(() => verifyWebhook({ headers: signedBy(secret), body }, { secret: 'whsec_', now })).toThrow('is empty');
  });
});
