import { invoice, line, wrongLine, type Fields, type CheckCase } from './row.testing.ts';

const delivered: [what: string, quantity: number, unit: string, price: number, total: number][] = [
  ['Regel 45x95 C24', 542.5, 'm', 32.9, 17848.25],
  ['Regel 45x120 C24', 259.1, 'm', 41.75, 10817.43],
  ['Regel 45x145 C24', 658.8, 'm', 49.9, 32874.12],
  ['Gipsskiva 13 mm normal', 7, 'st', 125.5, 878.5],
  ['Gipsskiva 15 mm brand', 10, 'st', 148, 1480],
  ['OSB 11 mm', 69, 'st', 219, 15111],
  ['Plywood 12 mm', 13, 'st', 389, 5057],
  ['Isolering 45 mm', 611.1, 'm2', 28.4, 17355.24],
  ['Isolering 95 mm', 966.8, 'm2', 58.75, 56799.5],
  ['Isolering 195 mm', 107, 'm2', 119.6, 12797.2],
  ['Ångspärr 0,2 mm', 843.3, 'm2', 9.95, 8390.84],
  ['Vindskydd', 363.7, 'm2', 14.2, 5164.54],
  ['Läkt 28x70', 73.4, 'm', 13.45, 987.23],
  ['Panel 22x145 grundmålad', 152.8, 'm', 24.9, 3804.72],
  ['Träskruv 5,0x90', 29.219, 'kg', 62.45, 1824.73],
  ['Gipsskruv 41', 28.205, 'kg', 54.8, 1545.63],
  ['Trallskruv A4', 5.378, 'kg', 189.95, 1021.55],
  ['Spik 75x2,8', 16.572, 'kg', 38.25, 633.88],
  ['Byggbeslag 90', 12, 'st', 11.9, 142.8],
  ['Balksko 48x136', 71, 'st', 27.35, 1941.85],
  ['Hålband 17', 707.5, 'm', 6.875, 4864.06],
  ['Fogskum', 8, 'st', 99.99, 799.92],
  ['Silikon sanitet', 73, 'st', 45.5, 3321.5],
  ['Akrylfog', 16, 'st', 29.9, 478.4],
  ['Spackel 10 l', 29, 'st', 209.15, 6065.35],
  ['Grundfärg 10 l', 75, 'st', 845, 63375],
  ['Fasadfärg 10 l', 8, 'st', 1145, 9160],
  ['Armeringsjärn Ø12', 38.621, 'kg', 14.35, 554.21],
  ['Armeringsnät 6150', 75, 'st', 480, 36000],
  ['Betong C30/37', 26.796, 'm3', 1640, 43945.44],
  ['Finbetong säck', 7, 'st', 74.9, 524.3],
  ['Murbruk säck', 29, 'st', 95, 2755],
  ['Lättklinkerblock', 6, 'st', 50, 300],
  ['Cellplast S100 100 mm', 924, 'm2', 96.3, 88981.2],
  ['Dräneringsrör 110', 230.1, 'm', 31.2, 7179.12],
  ['Markduk N2', 486.4, 'm2', 7.85, 3818.24],
  ['Makadam 8-16', 28.268, 'ton', 312, 8819.62],
  ['Bergkross 0-32', 10.253, 'ton', 186.5, 1912.18],
  ['Kranbil', 9.5, 'h', 1150, 10925],
  ['Lossning', 2.75, 'h', 745, 2048.75],
  ['Pallavgift', 74, 'st', 120, 8880],
  ['Miljöavgift', 40, 'st', 35, 1400],
];

const lines = (totals: Record<string, number> = {}): Fields[] =>
  delivered.map(([what, quantity, unit, price, total]) =>
    line(what, quantity, unit, price, totals[what] ?? total, { vat: 25 }),
  );

/** Collective invoices of 42 lines with a sum of 502583.30. */
export const collective: CheckCase[] = [
  {
    name: 'A month’s deliveries, VAT on the sum',
    invoice: invoice({ articles: lines(), totalVat: 125645.83, totalPrice: 628229.13 }),
    expected: [],
  },
  {
    name: 'A month’s deliveries, VAT line by line, four öre more',
    invoice: invoice({ articles: lines(), totalVat: 125645.87, totalPrice: 628229.17 }),
    expected: [],
  },
  {
    name: 'A month’s deliveries under reverse charge, rounded to whole kronor',
    invoice: invoice({ articles: lines(), totalVat: 0, totalPrice: 502583 }),
    expected: [],
  },
  {
    name: 'A month’s deliveries with two wrong lines, which the total was made of',
    invoice: invoice({
      articles: lines({ 'OSB 11 mm': 15011, 'Armeringsnät 6150': 35000 }),
      totalVat: 125370.83,
      totalPrice: 626854.13,
    }),
    expected: [wrongLine(6, '15111.00', '15011.00', '-100.00'), wrongLine(29, '36000.00', '35000.00', '-1000.00')],
  },
];
