import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { limitedAmount } from './limited-amount.ts';
import { freightOf } from '../../checks/sums/amounts.ts';
import { openDoor } from '../../testing/door.ts';
import { runs } from '../../testing/properties.ts';

const door = await openDoor();
afterAll(() => door.close());

/** One statement for all documents: the database, not the connection, is tested. */
async function limited(documents: object[]): Promise<(number | null)[]> {
  const { rows } = await door.pool.query<{ amount: string | null }>(
    `SELECT ${limitedAmount('document')} AS amount FROM unnest($1::text[]) WITH ORDINALITY AS given (document, at) ORDER BY at`,
    [documents.map((document) => JSON.stringify(document))],
  );
  return rows.map(({ amount }) => (amount === null ? null : Number(amount)));
}

const cents = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((amount) => amount / 100);
const toCents = (amount: number) => Math.round(amount * 100) / 100;

type Line = {
  price: number;
  quantity: number;
  discountPercentage?: number;
  vat: number;
  totalPrice: number;
};

/** Adds up: net lines with rates, and a total with VAT. */
const believable = fc
  .record({
    lines: fc.array(
      fc.record(
        {
          price: cents(5000),
          quantity: fc.constantFrom(0.5, 1, 2, 7.25, 40),
          discountPercentage: fc.constantFrom(5, 12.5, 50),
          vat: fc.constantFrom(0, 6, 12, 25),
        },
        { requiredKeys: ['price', 'quantity', 'vat'] },
      ),
      { maxLength: 6, minLength: 1 },
    ),
    invoiceFee: fc.option(cents(60), { nil: 0 }),
    freight: fc.option(cents(900), { nil: 0 }),
    sign: fc.constantFrom(1, 1, 1, -1),
    vatAs: fc.constantFrom('rate', 'amount'),
  })
  .map(({ lines, invoiceFee, freight, sign, vatAs }) => {
    const amounts = lines.map(
      ({ price, quantity, discountPercentage = 0 }) =>
        sign * toCents(price * quantity * (1 - discountPercentage / 100)),
    );
    const vats = lines.map(({ vat }, at) => toCents(((amounts[at] ?? 0) * vat) / 100));
    const sum = (values: number[]) => toCents(values.reduce((all, one) => all + one, 0));
    const totalVat = sum(vats);
    const articles: Line[] = lines.map((line, at) => ({
      ...line,
      quantity: sign * line.quantity,
      vat: vatAs === 'rate' ? line.vat : (vats[at] ?? 0),
      totalPrice: amounts[at] ?? 0,
    }));
    const totalPrice = sum([...amounts, totalVat, sign * invoiceFee, sign * freight]);
    return {
      currency: 'SEK',
      articles,
      totalVat,
      totalPrice,
      invoiceFee: sign * invoiceFee,
      freight: freight === 0 ? 'Fritt levererat' : `${(sign * freight).toFixed(2).replace('.', ',')} kr`,
    };
  });

it('an invoice that adds up counts as its total', async () => {
  const documents = fc.sample(believable, runs(500));
  const amounts = await limited(documents);
  for (const [at, document] of documents.entries())
    expect(amounts[at], JSON.stringify(document)).toBeCloseTo(Math.abs(document.totalPrice), 2);
});

const fields = ['totalPrice', 'totalVat', 'centRoundoff', 'invoiceFee', 'freight'] as const;
const lineFields = ['totalPrice', 'price', 'vat', 'discountValue'] as const;
const asFreight = fc.constantFrom(
  (amount: number) => String(amount),
  (amount: number) => `${amount} SEK`,
  (amount: number) => `kr ${String(amount).replace('.', ',')}`,
  (amount: number) => amount.toLocaleString('sv-SE'),
  (amount: number) => amount.toLocaleString('en-US'),
  (amount: number) => amount.toLocaleString('de-DE'),
  (amount: number) => `Frakt ${amount}, se bilaga`,
  (amount: number) => `${amount} EUR`,
  (amount: number) => amount.toLocaleString('ar-EG'),
  (amount: number) => [...String(amount)].join('\u200b'),
);

it('no placement of a large amount is below a limit that is below it', async () => {
  const cases = fc.sample(
    fc.record({
      document: believable,
      large: fc.oneof(
        fc.integer({ min: 50_000_000, max: 2_000_000_000 }),
        cents(9_000_000).map((amount) => amount + 5e7),
      ),
      sign: fc.constantFrom(1, -1),
      where: fc.oneof(
        fc.constantFrom(...fields),
        fc.nat(5).chain((at) => fc.tuple(fc.constant(at), fc.constantFrom(...lineFields))),
      ),
      asFreight,
      without: fc.subarray(['articles', 'totalVat', 'invoiceFee', 'freight'] as const),
    }),
    runs(1000),
  );
  const documents = cases.map(({ document, large, sign, where, asFreight: written, without }) => {
    const changed: Record<string, unknown> & { articles: Record<string, unknown>[] } = JSON.parse(
      JSON.stringify(document),
    );
    if (typeof where === 'string') {
      for (const name of without) delete changed[name];
      changed[where] = where === 'freight' ? written(sign * large) : sign * large;
    } else {
      const [at, name] = where;
      for (const other of without) if (other !== 'articles') delete changed[other];
      changed.articles[at % changed.articles.length] = {
        ...changed.articles[at % changed.articles.length],
        [name]: sign * large,
      };
    }
    return changed;
  });
  const amounts = await limited(documents);
  for (const [at, { large }] of cases.entries())
    // The other lines may credit some of it.
    expect(amounts[at] ?? Infinity, JSON.stringify(documents[at])).toBeGreaterThan(large - 2_000_000);
});

it('freight counts as the sums read it, and as an unknown amount if it has digits that are no amount', async () => {
  const readable = ['0', '1 250,50 kr', '1\u00a0250,50', 'SEK 99', '100:-', '100,-', '-75.5', '12 kr.', 'eur 5', '+3'];
  const known = ['', '  ', 'Fritt', 'DAP, ingår', 'å ä ö – nej'.replace('–', '-')];
  const unknown = ['2 kolli', 'GBP 5', '٥٠٠', '５０', '1,250,000', '1e9', '0x10', '10 tkr', '⑤', '1\u200b0', '½', '五'];
  const of = (freight: string) => ({ totalPrice: 0, currency: 'EUR', freight });
  expect(await limited(readable.map(of))).toEqual(
    readable.map((text) => {
      const { units, scale } = freightOf(text, 'EUR') ?? { units: -1n, scale: 0 };
      return Math.abs(Number(units)) / 10 ** scale;
    }),
  );
  expect(await limited(known.map(of))).toEqual(known.map(() => 0));
  expect(await limited(unknown.map(of))).toEqual(unknown.map(() => null));
  expect(await limited(['10.000', '10,000 kr'].map(of))).toEqual([10_000, 10_000]);
});
