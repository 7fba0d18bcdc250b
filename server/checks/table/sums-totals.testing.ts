import { missing, invoice, line, type Fields, type CheckCase } from './row.testing.ts';

const blocks = (vat?: number): Fields[] => [
  line('Lättklinkerblock', 20, 'st', 50, 1000, vat === undefined ? {} : { vat }),
];
const of = (fields: Fields): Fields => invoice({ articles: blocks(25), totalVat: 250, ...fields });

export const rightTotals: CheckCase[] = [
  {
    name: 'Carpenters by the hour, reverse charge, lines without VAT',
    invoice: invoice({
      articles: [
        line('Snickare', 37.5, 'h', 545, 20437.5, { vat: 0 }),
        line('Servicebil', 5, 'dag', 450, 2250, { vat: 0 }),
      ],
      totalPrice: 22687.5,
      totalVat: 0,
    }),
    expected: [],
  },
  {
    name: 'Reverse charge whose lines still say 25 %',
    invoice: of({ totalPrice: 1000, totalVat: 0 }),
    expected: [],
  },
  {
    name: 'Fee and freight without VAT',
    invoice: of({ invoiceFee: 45, freight: '250', totalPrice: 1545 }),
    expected: [],
  },
  {
    name: 'Fee and freight with 25 % VAT',
    invoice: of({ invoiceFee: 45, freight: '250.00', totalVat: 323.75, totalPrice: 1618.75 }),
    expected: [],
  },
  {
    name: 'Freight with VAT and a fee without',
    invoice: of({ invoiceFee: 45, freight: '250,00', totalVat: 312.5, totalPrice: 1607.5 }),
    expected: [],
  },
  {
    name: 'Freight written as 1 250,50',
    invoice: of({ freight: '1 250,50', totalPrice: 2500.5 }),
    expected: [],
  },
  { name: 'Freight written as 250 SEK', invoice: of({ freight: '250 SEK', totalPrice: 1500 }), expected: [] },
  { name: 'Freight written as 250 kr', invoice: of({ freight: '250 kr', totalPrice: 1500 }), expected: [] },
  {
    name: 'Freight that is a term and no amount',
    invoice: of({ freight: 'Fritt levererat', totalPrice: 1250 }),
    expected: [],
  },
  {
    name: 'Freight at the rate of the food that it carries',
    invoice: invoice({
      articles: [line('Lunchlådor', 25, 'st', 80, 2000, { vat: 6 })],
      freight: '100',
      totalVat: 126,
      totalPrice: 2226,
    }),
    expected: [],
  },
  {
    name: 'Lines and freight that include VAT',
    invoice: invoice({
      articles: [line('Borrhammare SDS-plus', 2, 'st', 1500, 3000, { vat: 25 })],
      freight: '125',
      totalVat: 625,
      totalPrice: 3125,
    }),
    expected: [],
  },
  {
    name: 'A roundoff that is added',
    invoice: invoice({
      articles: [
        line('Regel 45x120 C24', 200, 'm', 41.75, 8350, { vat: 25 }),
        line('Kapning', 1, 'st', 24.85, 24.85, { vat: 25 }),
      ],
      totalVat: 2093.71,
      centRoundoff: 0.44,
      totalPrice: 10469,
    }),
    expected: [],
  },
  {
    name: 'A roundoff that is taken off',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm', 10, 'st', 125.46, 1254.6, { vat: 25 })],
      totalVat: 313.65,
      centRoundoff: -0.25,
      totalPrice: 1568,
    }),
    expected: [],
  },
  {
    name: 'A roundoff with the opposite sign: −0.25 brings 1568.75 to 1569',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm', 10, 'st', 125.5, 1255, { vat: 25 })],
      totalVat: 313.75,
      centRoundoff: -0.25,
      totalPrice: 1569,
    }),
    expected: [],
  },
  {
    name: 'A roundoff of 0.50, the largest that there is',
    invoice: invoice({
      articles: [line('Tegel', 100, 'st', 12.2, 1220, { vat: 25 }), line('Murbruk', 1, 'st', 0.4, 0.4, { vat: 25 })],
      totalVat: 305.1,
      centRoundoff: 0.5,
      totalPrice: 1526,
    }),
    expected: [],
  },
  {
    name: 'Rounded up to whole kronor without a word: 1568.75 is 1569',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm', 10, 'st', 125.5, 1255, { vat: 25 })],
      totalVat: 313.75,
      totalPrice: 1569,
    }),
    expected: [],
  },
  {
    name: 'Rounded down to whole kronor with a roundoff of 0: 784.31 is 784',
    invoice: invoice({
      articles: [line('Spackel 10 l', 3, 'st', 209.15, 627.45, { vat: 25 })],
      totalVat: 156.86,
      centRoundoff: 0,
      totalPrice: 784,
    }),
    expected: [],
  },
  { name: 'A total without VAT beside a VAT of its own', invoice: of({ totalPrice: 1000 }), expected: [] },
  {
    name: 'No total VAT: that of the lines is on top',
    invoice: of({ totalVat: null, totalPrice: 1250 }),
    expected: [],
  },
  { name: 'No total VAT and none on top', invoice: of({ totalVat: undefined, totalPrice: 1000 }), expected: [] },
  { name: 'No total at all', invoice: of({ totalPrice: null }), expected: [missing('total', 'totalPrice')] },
  {
    name: 'No lines, only totals',
    invoice: invoice({ articles: [], totalPrice: 1250, totalVat: 250 }),
    expected: [missing('lines', 'articles')],
  },
  { name: 'Lines that do not say their VAT', invoice: of({ articles: blocks(), totalPrice: 1250 }), expected: [] },
  {
    name: 'A line of which nothing can be known, so that no total can',
    invoice: of({
      articles: [...blocks(25), { articleDescription: 'Se bifogad specifikation', quantity: 1, vat: 25 }],
      totalPrice: 7310,
      totalVat: null,
    }),
    expected: [],
  },
  {
    name: 'Goods returned: a negative quantity, and everything below it',
    invoice: invoice({
      articles: [line('Radiator 600x800, retur', -4, 'st', 389, -1556, { vat: 25 })],
      totalVat: -389,
      totalPrice: -1945,
    }),
    expected: [],
  },
  {
    name: 'Goods returned: a negative price, rounded to whole kronor',
    invoice: invoice({
      articles: [line('Prisjustering', 3, 'st', -33.33, -99.99, { vat: 25 })],
      totalVat: -25,
      totalPrice: -125,
    }),
    expected: [],
  },
  {
    name: 'Anchors from Germany in euro, without VAT',
    invoice: invoice({
      currency: 'EUR',
      articles: [line('Ankarmasse 500 ml', 12, 'Stk', 84.35, 1012.2, { vat: 0 })],
      freight: '38,50',
      totalVat: 0,
      totalPrice: 1050.7,
    }),
    expected: [],
  },
  {
    name: 'More VAT than Sweden knows, where the currency is another and no line says its rate',
    invoice: invoice({
      currency: 'HUF',
      articles: [line('Acélszerkezet', 10, 'db', 1000, 10000)],
      totalVat: 2700,
      totalPrice: 12700,
    }),
    expected: [],
  },
  {
    name: 'Roof trusses from Norway in kroner',
    invoice: invoice({
      currency: 'NOK',
      articles: [line('Takstol W 8 m', 14, 'stk', 1875.5, 26257, { vat: 25 })],
      totalVat: 6564.25,
      totalPrice: 32821.25,
    }),
    expected: [],
  },
  {
    name: 'Saw blades in yen, which have no smaller unit: 933.8 is 934, and its tax of 93.4 is 93',
    invoice: invoice({
      currency: 'JPY',
      articles: [line('替刃 265 mm', 7, '枚', 133.4, 934, { vat: 10 })],
      totalVat: 93,
      totalPrice: 1027,
    }),
    expected: [],
  },
  {
    name: 'Sealant in dinars with three decimals: 2.5 × 3.1275 is 7.81875',
    invoice: invoice({
      currency: 'KWD',
      articles: [line('Sealant', 2.5, 'kg', 3.1275, 7.819, { vat: 0 })],
      totalVat: 0,
      totalPrice: 7.819,
    }),
    expected: [],
  },
];
