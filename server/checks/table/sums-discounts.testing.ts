import { invoice, line, wrongLine, type Fields, type CheckCase } from './row.testing.ts';

/** One line under reverse charge, so that only the discount decides the total. */
const one = (articles: Fields): Fields =>
  invoice({ articles: [articles], totalPrice: articles.totalPrice, totalVat: 0 });

export const discounts: CheckCase[] = [
  {
    name: 'Pipes with 15 % off: 5820 × 0.85',
    invoice: one(line('Kopparrör 22 mm', 120, 'm', 48.5, 4947, { discountPercentage: 15, discountValue: 0 })),
    expected: [],
  },
  {
    name: 'Radiators with 500 off the line',
    invoice: one(line('Radiator 600x800', 10, 'st', 389, 3390, { discountPercentage: 0, discountValue: 500 })),
    expected: [],
  },
  {
    name: 'Sockets with 9.50 off each of them',
    invoice: one(line('Vägguttag 2-vägs jordat', 40, 'st', 129, 4780, { discountValue: 9.5 })),
    expected: [],
  },
  {
    name: 'Percentage and value that say the same discount: 12.5 % of 5160 is 645',
    invoice: one(line('Dörrblad 9x21', 24, 'st', 215, 4515, { discountPercentage: 12.5, discountValue: 645 })),
    expected: [],
  },
  {
    name: 'Percentage and value that say the same discount, rounded: 7.5 % of 233.31 is 17.50',
    invoice: one(line('Slipskiva 125', 7, 'st', 33.33, 215.81, { discountPercentage: 7.5, discountValue: 17.5 })),
    expected: [],
  },
  {
    name: 'Percentage and value that are both taken off: 5160 × 0.875 − 100',
    invoice: one(line('Dörrblad 9x21', 24, 'st', 215, 4415, { discountPercentage: 12.5, discountValue: 100 })),
    expected: [],
  },
  {
    name: 'A percentage off a price for the whole line',
    invoice: one(line('Köksluckor enligt offert', 18, 'st', 26400, 23760, { discountPercentage: 10 })),
    expected: [],
  },
  {
    name: 'A percentage of which both roundings go the same way: 7.5 % off 12.5 × 10.99 is 127.071875',
    invoice: one(line('Kabel EKKJ 3G1,5', 12.5, 'm', 10.99, 127.08, { discountPercentage: 7.5 })),
    expected: [],
  },
  {
    name: 'A discount of 100 %',
    invoice: one(line('Provborrning, utan kostnad', 1, 'st', 950, 0, { discountPercentage: 100 })),
    expected: [],
  },
  {
    name: 'A credited line whose discount carries a plus',
    invoice: one(line('Radiator 600x800, retur', -10, 'st', 100, -950, { discountValue: 50 })),
    expected: [],
  },
  {
    name: 'A credited line whose discount carries a minus',
    invoice: one(line('Radiator 600x800, retur', -10, 'st', 100, -950, { discountValue: -50 })),
    expected: [],
  },
  {
    name: 'A discount that is sent as a negative value',
    invoice: one(line('Radiator 600x800', 10, 'st', 389, 3390, { discountValue: -500 })),
    expected: [],
  },
  {
    name: 'A discount as a line of its own',
    invoice: invoice({
      articles: [
        line('Betong C30/37', 22.5, 'm3', 1640, 36900, { vat: 25 }),
        line('Volymrabatt', 1, 'st', -1500, -1500, { vat: 25 }),
      ],
      totalPrice: 44250,
      totalVat: 8850,
    }),
    expected: [],
  },
  {
    name: 'A percentage off a line with VAT on it: 1000 less 20 %, and 25 % on top',
    invoice: invoice({
      articles: [line('Blandare kök', 1, 'st', 1000, 1000, { vat: 25, discountPercentage: 20 })],
      totalPrice: 1000,
      totalVat: 200,
    }),
    expected: [],
  },
  {
    name: 'A percentage that was not taken off',
    invoice: one(line('Kopparrör 22 mm', 120, 'm', 48.5, 5820, { discountPercentage: 15 })),
    expected: [wrongLine(1, '4947.00', '5820.00', '873.00')],
  },
  {
    name: 'A percentage that was taken off twice: 5820 × 0.85 × 0.85 is 4204.95',
    invoice: one(line('Kopparrör 22 mm', 120, 'm', 48.5, 4204.95, { discountPercentage: 15 })),
    expected: [wrongLine(1, '4947.00', '4204.95', '-742.05')],
  },
  {
    name: 'A value that was not taken off',
    invoice: one(line('Radiator 600x800', 10, 'st', 389, 3890, { discountValue: 500 })),
    expected: [wrongLine(1, '3390.00', '3890.00', '500.00')],
  },
  {
    name: 'A value that was added: 3890 + 500',
    invoice: one(line('Radiator 600x800', 10, 'st', 389, 4390, { discountValue: 500 })),
    expected: [wrongLine(1, '3390.00', '4390.00', '1000.00')],
  },
  {
    name: 'Percentage and value that differ, and the value was taken off twice',
    invoice: one(line('Dörrblad 9x21', 24, 'st', 215, 4315, { discountPercentage: 12.5, discountValue: 100 })),
    expected: [wrongLine(1, '4415.00', '4315.00', '-100.00')],
  },
  {
    name: 'A credited line whose discount made it larger',
    invoice: one(line('Radiator 600x800, retur', -10, 'st', 100, -1050, { discountValue: 50 })),
    expected: [wrongLine(1, '-950.00', '-1050.00', '-100.00')],
  },
];
