import { invoice, line, wrongLine, wrongTotal, wrongVat, type Fields, type CheckCase } from './row.testing.ts';

const blocks: Fields[] = [line('Lättklinkerblock', 20, 'st', 50, 1000, { vat: 25 })];
const of = (fields: Fields): Fields => invoice({ articles: blocks, totalVat: 250, ...fields });

/** The total is the sum of the lines' totals, so a single wrong line is one finding. */
export const wrongSums: CheckCase[] = [
  {
    name: 'A line of 1255 that is sent as 1155',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm', 10, 'st', 125.5, 1155, { vat: 25 })],
      totalPrice: 1443.75,
      totalVat: 288.75,
    }),
    expected: [wrongLine(1, '1255.00', '1155.00', '-100.00')],
  },
  {
    name: 'A line that is one öre too low',
    invoice: invoice({
      articles: [line('Regel 45x95 C24', 148.2, 'm', 32.9, 4875.77)],
      totalPrice: 4875.77,
      totalVat: 0,
    }),
    expected: [wrongLine(1, '4875.78', '4875.77', '-0.01')],
  },
  {
    name: '37 hours charged where 37.5 are written',
    invoice: invoice({ articles: [line('Snickare', 37.5, 'h', 545, 20165)], totalPrice: 20165, totalVat: 0 }),
    expected: [wrongLine(1, '20437.50', '20165.00', '-272.50')],
  },
  {
    name: 'A price in öre beside a total in kronor: nearest is the price itself',
    invoice: invoice({
      articles: [line('Elenergi byggström', 12483, 'kWh', 87.34, 10902.65)],
      totalPrice: 10902.65,
      totalVat: 0,
    }),
    expected: [wrongLine(1, '87.34', '10902.65', '10815.31')],
  },
  {
    name: 'A wrong line, and a total that was made of the right one',
    invoice: invoice({
      articles: [
        line('Armeringsnät', 10, 'st', 480, 4700, { vat: 0 }),
        line('Distanser', 4, 'pkt', 95, 380, { vat: 0 }),
      ],
      totalPrice: 5180,
      totalVat: 0,
    }),
    expected: [wrongLine(1, '4800.00', '4700.00', '-100.00'), wrongTotal('5080.00', '5180.00', '100.00')],
  },
  {
    name: 'Two wrong lines among five',
    invoice: invoice({
      articles: [
        line('Stolpe 95x95', 12, 'st', 155, 1860),
        line('Trall 28x120', 340, 'm', 21.5, 7301),
        line('Trallskruv', 6, 'pkt', 349, 2094),
        line('Plintsten', 12, 'st', 89, 1086),
        line('Stolpskor', 12, 'st', 64.5, 774),
      ],
      totalPrice: 13115,
      totalVat: 0,
    }),
    expected: [wrongLine(2, '7310.00', '7301.00', '-9.00'), wrongLine(4, '1068.00', '1086.00', '18.00')],
  },
  {
    name: 'Twenty-five wrong lines: twenty findings, and the number of the other five',
    invoice: invoice({
      articles: Array.from({ length: 25 }, () => line('Spont 22x95', 10, 'm', 20, 199)),
      totalPrice: 4975,
      totalVat: 0,
    }),
    expected: Array.from({ length: 20 }, (_, at) =>
      wrongLine(at + 1, '200.00', '199.00', '-1.00', at === 19 ? { more: 5 } : {}),
    ),
  },
  {
    name: 'A wrong line of a credit',
    invoice: invoice({ articles: [line('Radiator, retur', -4, 'st', 389, -1565)], totalPrice: -1565, totalVat: 0 }),
    expected: [wrongLine(1, '-1556.00', '-1565.00', '-9.00')],
  },
  {
    name: 'A total that is 100 too high',
    invoice: of({ totalPrice: 1350 }),
    expected: [wrongTotal('1250.00', '1350.00', '100.00')],
  },
  {
    name: 'A total whose decimal point was lost',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm', 10, 'st', 125.5, 1255, { vat: 25 })],
      totalPrice: 156875,
      totalVat: 313.75,
    }),
    expected: [wrongTotal('1568.75', '156875.00', '155306.25')],
  },
  {
    name: 'A total without its fee',
    invoice: of({ invoiceFee: 45, totalPrice: 1250 }),
    expected: [wrongTotal('1295.00', '1250.00', '-45.00')],
  },
  {
    name: 'A total without its freight',
    invoice: of({ freight: '90', totalPrice: 1250 }),
    expected: [wrongTotal('1340.00', '1250.00', '-90.00')],
  },
  {
    name: 'Freight that nobody can read as an amount, and that is in the total',
    invoice: of({ freight: 'enligt avtal', totalPrice: 1500 }),
    expected: [wrongTotal('1250.00', '1500.00', '250.00')],
  },
  {
    name: 'A roundoff of 5, which is none',
    invoice: of({ centRoundoff: 5, totalPrice: 1255 }),
    expected: [wrongTotal('1250.00', '1255.00', '5.00')],
  },
  {
    name: 'A roundoff of 0.51, which is none',
    invoice: of({ centRoundoff: 0.51, totalPrice: 1250.51 }),
    expected: [wrongTotal('1250.00', '1250.51', '0.51')],
  },
  {
    name: 'A roundoff that does not lead to the total',
    invoice: of({ centRoundoff: 0.4, totalPrice: 1251 }),
    expected: [wrongTotal('1250.40', '1251.00', '0.60')],
  },
  {
    name: 'More than a rounding to whole kronor',
    invoice: of({ totalPrice: 1252 }),
    expected: [wrongTotal('1250.00', '1252.00', '2.00')],
  },
  {
    name: 'A total that is 0.40 off and no whole number',
    invoice: of({ totalPrice: 1250.4 }),
    expected: [wrongTotal('1250.00', '1250.40', '0.40')],
  },
  {
    name: 'No total VAT, and a total that is made neither with nor without it',
    invoice: of({ totalVat: null, totalPrice: 1200 }),
    expected: [wrongTotal('1250.00', '1200.00', '-50.00')],
  },
  {
    name: 'A credit whose total lost its minus',
    invoice: invoice({
      articles: [line('Radiator, retur', -4, 'st', 389, -1556, { vat: 25 })],
      totalPrice: 1945,
      totalVat: -389,
    }),
    expected: [wrongTotal('-1556.00', '1945.00', '3501.00')],
  },
  {
    name: 'A line that was left out of the total',
    invoice: invoice({
      articles: [...blocks, line('Murbruk', 8, 'säck', 95, 760, { vat: 25 })],
      totalPrice: 1250,
      totalVat: 440,
    }),
    expected: [wrongTotal('1760.00', '1250.00', '-510.00')],
  },
  {
    name: '12 % of VAT on lines of 25 %: nearest is VAT that is included',
    invoice: of({ totalVat: 120, totalPrice: 1120 }),
    expected: [wrongVat('200.00', '120.00', '-80.00')],
  },
  {
    name: 'A VAT that is one krona too high',
    invoice: of({ totalVat: 251, totalPrice: 1251 }),
    expected: [wrongVat('250.00', '251.00', '1.00')],
  },
  {
    name: 'More VAT than the law knows, on lines that do not say theirs',
    invoice: of({ articles: [line('Lättklinkerblock', 20, 'st', 50, 1000)], totalVat: 300, totalPrice: 1300 }),
    expected: [wrongVat('250.00', '300.00', '50.00')],
  },
  {
    name: 'Amounts of VAT that do not come to the total VAT: 437.50 as 473.50',
    invoice: invoice({
      articles: [
        line('Isolering 195 mm', 10, 'pkt', 125, 1250, { vat: 312.5 }),
        line('Plastfolie 0,2 mm', 1, 'rle', 500, 500, { vat: 125 }),
      ],
      totalPrice: 2223.5,
      totalVat: 473.5,
    }),
    expected: [wrongVat('437.50', '473.50', '36.00')],
  },
  {
    name: 'Food at 6 % with a total VAT of 12 %',
    invoice: invoice({
      articles: [line('Lunchlådor', 25, 'st', 80, 2000, { vat: 6 })],
      totalPrice: 2240,
      totalVat: 240,
    }),
    expected: [wrongVat('120.00', '240.00', '120.00')],
  },
  {
    name: 'Yen: a line that is one yen too low',
    invoice: invoice({
      currency: 'JPY',
      articles: [line('替刃 265 mm', 7, '枚', 130, 909)],
      totalPrice: 909,
      totalVat: 0,
    }),
    expected: [wrongLine(1, '910', '909', '-1')],
  },
  {
    name: 'Dinars: a line that is 0.002 too high',
    invoice: invoice({
      currency: 'KWD',
      articles: [line('Sealant', 2, 'kg', 3.125, 6.252)],
      totalPrice: 6.252,
      totalVat: 0,
    }),
    expected: [wrongLine(1, '6.250', '6.252', '0.002')],
  },
  {
    name: 'Line, total and VAT, all of them wrong',
    invoice: invoice({
      articles: [line('Gipsskiva 13 mm', 10, 'st', 100, 900, { vat: 25 })],
      totalPrice: 1300,
      totalVat: 260,
    }),
    expected: [
      wrongLine(1, '1000.00', '900.00', '-100.00'),
      wrongTotal('1160.00', '1300.00', '140.00'),
      wrongVat('225.00', '260.00', '35.00'),
    ],
  },
];
