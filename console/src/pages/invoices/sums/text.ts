import { bilingual } from '../../../text.ts';

export const sumsText = bilingual(
  {
    addsUp: (reading: string) => (reading === '' ? 'Adds up.' : `Adds up: ${reading}.`),
    nearest: (reading: string) =>
      reading === '' ? 'The total does not add up.' : `Does not add up. The nearest reading: ${reading}.`,
    noTotal: (reading: string) =>
      reading === '' ? 'The invoice has no total.' : `No total was sent. Read as: ${reading}.`,
    nothing: 'The lines lack figures and cannot be added up. The total is used as it is.',
    calculation: 'Calculation',
    what: 'Item',
    amount: 'Amount',
    parts: { lines: 'Lines', fee: 'Invoice fee', freight: 'Freight', vat: 'VAT', roundoff: 'Cent rounding' },
    expected: 'Expected',
    sent: 'Sent',
    difference: 'Difference',
    byReading: 'By this reading',
    net: 'Net',
    vat: 'VAT',
    gross: 'Gross',
    reading: {
      price: { unit: 'price per unit', line: 'price per line', either: '' },
      discount: {
        none: '',
        percentage: 'discount in per cent',
        value: 'discount as an amount',
        valuePerUnit: 'discount as an amount per unit',
        percentageAndValue: 'discount in per cent and as an amount',
        mixed: 'discounts of several kinds',
      },
      vat: { line: 'VAT rounded by line', sum: 'VAT on the sum', either: 'VAT by line or on the sum', none: '' },
      lineVat: { percentage: '', amount: 'VAT of lines as amounts', none: '' },
      linesIncludeVat: 'lines with VAT',
      totalWithoutVat: 'total without VAT',
      isRounded: 'total rounded to whole units',
    },
  },
  {
    addsUp: (reading) => (reading === '' ? 'Stämmer.' : `Stämmer: ${reading}.`),
    nearest: (reading) =>
      reading === '' ? 'Totalbeloppet stämmer inte.' : `Stämmer inte. Den närmaste tolkningen: ${reading}.`,
    noTotal: (reading) =>
      reading === '' ? 'Fakturan har inget totalbelopp.' : `Inget totalbelopp skickades. Tolkas som: ${reading}.`,
    nothing: 'Raderna saknar uppgifter och kan inte summeras. Totalbeloppet används som det är.',
    calculation: 'Uträkning',
    what: 'Post',
    amount: 'Belopp',
    parts: { lines: 'Rader', fee: 'Fakturaavgift', freight: 'Frakt', vat: 'Moms', roundoff: 'Öresavrundning' },
    expected: 'Förväntat',
    sent: 'Skickat',
    difference: 'Skillnad',
    byReading: 'Enligt tolkningen',
    net: 'Netto',
    vat: 'Moms',
    gross: 'Brutto',
    reading: {
      price: { unit: 'pris per enhet', line: 'pris per rad', either: '' },
      discount: {
        none: '',
        percentage: 'rabatt i procent',
        value: 'rabatt som belopp',
        valuePerUnit: 'rabatt som belopp per enhet',
        percentageAndValue: 'rabatt i procent och som belopp',
        mixed: 'rabatter av flera slag',
      },
      vat: { line: 'moms avrundad per rad', sum: 'moms på summan', either: 'moms per rad eller på summan', none: '' },
      lineVat: { percentage: '', amount: 'radernas moms som belopp', none: '' },
      linesIncludeVat: 'rader med moms',
      totalWithoutVat: 'total utan moms',
      isRounded: 'total avrundad till heltal',
    },
  },
);
