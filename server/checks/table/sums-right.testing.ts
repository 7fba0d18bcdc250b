import { invoice, line, utc, type CheckCase } from './row.testing.ts';

export const rightLines: CheckCase[] = [
  {
    name: 'Plasterboard by the piece, VAT on top',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm, 900 x 2500', 10, 'st', 125.5, 1255, { vat: 25 })],
      totalPrice: 1568.75,
      totalVat: 313.75,
    }),
    expected: [],
  },
  {
    name: 'Timber by the metre: the VAT of 1218.945 rounded up',
    invoice: invoice({
      articles: [line('Regel 45x95 C24', 148.2, 'm', 32.9, 4875.78, { vat: 25 })],
      totalPrice: 6094.73,
      totalVat: 1218.95,
    }),
    expected: [],
  },
  {
    name: 'Timber by the metre: the VAT of 1218.945 rounded down',
    invoice: invoice({
      articles: [line('Regel 45x95 C24', 148.2, 'm', 32.9, 4875.78, { vat: 25 })],
      totalPrice: 6094.72,
      totalVat: 1218.94,
    }),
    expected: [],
  },
  {
    name: 'Reinforcement by the kilogram, three decimals: 18436.1625',
    invoice: invoice({
      articles: [line('Armeringsjärn B500B Ø12', 1284.75, 'kg', 14.35, 18436.16, { vat: 25 })],
      totalPrice: 23045.2,
      totalVat: 4609.04,
    }),
    expected: [],
  },
  {
    name: 'A line of 92.625 rounded to the even öre',
    invoice: invoice({
      articles: [line('Träskruv 5,0x90', 75, 'st', 1.235, 92.62, { vat: 25 })],
      totalPrice: 115.78,
      totalVat: 23.16,
    }),
    expected: [],
  },
  {
    name: 'A line of 92.625 that is sent with all of its decimals',
    invoice: invoice({
      articles: [line('Träskruv 5,0x90', 75, 'st', 1.235, 92.625, { vat: 25 })],
      totalPrice: 115.78,
      totalVat: 23.16,
    }),
    expected: [],
  },
  {
    name: 'Electricity with prices of four decimals and a fixed fee',
    invoice: invoice({
      articles: [
        line('Elenergi byggström', 12483.217, 'kWh', 0.8734, 10902.84, { vat: 25 }),
        line('Elöverföring', 12483.217, 'kWh', 0.261, 3258.12, { vat: 25 }),
        line('Fast avgift 63 A', 1, 'mån', 1895, 1895, { vat: 25 }),
      ],
      totalPrice: 20069.95,
      totalVat: 4013.99,
    }),
    expected: [],
  },
  {
    name: 'Coffee and milk for the site hut on the last day of 12 %',
    invoice: invoice({
      invoiceDate: utc('2026-03-31'),
      articles: [
        line('Bryggkaffe mellanrost 500 g', 24, 'st', 64.9, 1557.6, { vat: 12 }),
        line('Mellanmjölk 1,5 l', 30, 'st', 17.95, 538.5, { vat: 12 }),
      ],
      totalPrice: 2347.63,
      totalVat: 251.53,
    }),
    expected: [],
  },
  {
    name: 'The same coffee and milk on the first day of 6 %',
    invoice: invoice({
      invoiceDate: utc('2026-04-01'),
      articles: [
        line('Bryggkaffe mellanrost 500 g', 24, 'st', 64.9, 1557.6, { vat: 6 }),
        line('Mellanmjölk 1,5 l', 30, 'st', 17.95, 538.5, { vat: 6 }),
      ],
      totalPrice: 2221.87,
      totalVat: 125.77,
    }),
    expected: [],
  },
  {
    name: 'Three rates on one invoice: goods, a hotel night and a train ticket',
    invoice: invoice({
      articles: [
        line('Skyddsskor S3', 2, 'par', 1290, 2580, { vat: 25 }),
        line('Hotellnatt', 3, 'st', 1100, 3300, { vat: 12 }),
        line('Tågbiljett Uppsala–Gävle', 4, 'st', 212.5, 850, { vat: 6 }),
      ],
      totalPrice: 7822,
      totalVat: 1092,
    }),
    expected: [],
  },
  {
    name: 'Three lines of 99.99, VAT rounded line by line: 75.00',
    invoice: invoice({
      articles: [1, 2, 3].map((nth) => line(`Skruvdragare hyra dag ${nth}`, 1, 'dag', 99.99, 99.99, { vat: 25 })),
      totalPrice: 374.97,
      totalVat: 75,
    }),
    expected: [],
  },
  {
    name: 'Three lines of 99.99, VAT rounded on the sum: 74.99',
    invoice: invoice({
      articles: [1, 2, 3].map((nth) => line(`Skruvdragare hyra dag ${nth}`, 1, 'dag', 99.99, 99.99, { vat: 25 })),
      totalPrice: 374.96,
      totalVat: 74.99,
    }),
    expected: [],
  },
  {
    name: 'A tool shop whose prices and lines include VAT',
    invoice: invoice({
      articles: [
        line('Borrhammare SDS-plus', 2, 'st', 1499, 2998, { vat: 25 }),
        line('Arbetshandskar', 6, 'par', 89.9, 539.4, { vat: 25 }),
      ],
      totalPrice: 3537.4,
      totalVat: 707.48,
    }),
    expected: [],
  },
  {
    name: 'Prices without VAT, line totals with it',
    invoice: invoice({
      articles: [line('Fönsterbänk kalksten', 4, 'st', 250, 1250, { vat: 25 })],
      totalPrice: 1250,
      totalVat: 250,
    }),
    expected: [],
  },
  {
    name: 'VAT of each line as an amount',
    invoice: invoice({
      articles: [
        line('Isolering 195 mm', 20, 'pkt', 412, 8240, { vat: 2060 }),
        line('Plastfolie 0,2 mm', 3, 'rle', 689.5, 2068.5, { vat: 517.13 }),
      ],
      totalPrice: 12885.63,
      totalVat: 2577.13,
    }),
    expected: [],
  },
  {
    name: 'VAT of each line as an amount, included in its total',
    invoice: invoice({
      articles: [
        line('Isolering 195 mm', 20, 'pkt', 412, 10300, { vat: 2060 }),
        line('Plastfolie 0,2 mm', 3, 'rle', 689.5, 2585.63, { vat: 517.13 }),
      ],
      totalPrice: 12885.63,
      totalVat: 2577.13,
    }),
    expected: [],
  },
  {
    name: 'A price for the whole line instead of one for the unit',
    invoice: invoice({
      articles: [line('Takpannor, pall', 12, 'st', 3480, 3480, { vat: 25 })],
      totalPrice: 4350,
      totalVat: 870,
    }),
    expected: [],
  },
  {
    name: 'Removal of waste without a quantity',
    invoice: invoice({
      articles: [
        { articleDescription: 'Bortforsling blandat avfall', price: 2400, totalPrice: 2400, quantity: null, vat: 25 },
      ],
      totalPrice: 3000,
      totalVat: 600,
    }),
    expected: [],
  },
  {
    name: 'Pallets returned as a negative line among others',
    invoice: invoice({
      articles: [
        line('Lättbetongblock', 240, 'st', 46.25, 11100, { vat: 25 }),
        line('EUR-pall', 8, 'st', 120, 960, { vat: 25 }),
        line('EUR-pall, retur', -5, 'st', 120, -600, { vat: 25 }),
      ],
      totalPrice: 14325,
      totalVat: 2865,
    }),
    expected: [],
  },
  {
    name: 'A line that has only a total, and one of text alone with a total of 0',
    invoice: invoice({
      articles: [
        { articleDescription: 'Målning enligt offert 2026-114', totalPrice: 48500, vat: 25 },
        { articleDescription: 'Avser hus B, plan 2', totalPrice: 0, vat: 25 },
      ],
      totalPrice: 60625,
      totalVat: 12125,
    }),
    expected: [],
  },
  {
    name: 'Lines without totals: 3 × 99.99 and 2 × 45.50 are added up',
    invoice: invoice({
      articles: [
        { articleDescription: 'Fogskum', quantity: 3, unit: 'st', price: 99.99, vat: 25 },
        { articleDescription: 'Silikon', quantity: 2, unit: 'st', price: 45.5, vat: 25 },
      ],
      totalPrice: 488.71,
      totalVat: 97.74,
    }),
    expected: [],
  },
  {
    name: 'A free sample: a price of 0',
    invoice: invoice({
      articles: [
        line('Kulörprov', 1, 'st', 0, 0, { vat: 25 }),
        line('Fasadfärg 10 l', 4, 'st', 1145, 4580, { vat: 25 }),
      ],
      totalPrice: 5725,
      totalVat: 1145,
    }),
    expected: [],
  },
  {
    name: 'A frame contract of eleven digits before the point',
    invoice: invoice({
      articles: [line('Totalentreprenad, etapp 1', 1, 'st', 12345678901.23, 12345678901.23, { vat: 0 })],
      totalPrice: 12345678901.23,
      totalVat: 0,
    }),
    expected: [],
  },
];
