import { bilingual } from '../../../text.ts';

export const duplicatesText = bilingual(
  {
    title: 'Possible duplicate',
    /** The words before, in and after the link. */
    like: (score: number, number: string): [string, string, string] => [
      `${score} % like `,
      `invoice ${number}`,
      ': same ',
    ],
    reasons: {
      number: ['number'],
      amount: ['amount', 'date'],
      ocr: ['payment reference'],
      file: ['file'],
    },
    compared: (number: string) => `This invoice and ${number}`,
    field: 'Field',
    own: 'This invoice',
    state: 'State',
    supplier: 'Supplier',
    differs: 'differs',
    noFile: 'No file',
    showBoth: 'Show both documents',
    both: 'Both documents',
    notDuplicate: 'Not a duplicate',
    notDuplicateAbout: (number: string) =>
      `The findings about invoice ${number} no longer count. They stay with this one, with your name and the reason.`,
    notDuplicateReason: (number: string) => `Not a duplicate of invoice ${number}`,
    isNotDuplicate: 'Marked as no duplicate.',
    reject: 'Reject as duplicate',
    rejectReason: (number: string) => `Duplicate of invoice ${number}`,
  },
  {
    title: 'Möjlig dubblett',
    like: (score, number) => ['Liknar ', `faktura ${number}`, ` till ${score} %: samma `],
    reasons: {
      number: ['nummer'],
      amount: ['belopp', 'datum'],
      ocr: ['betalningsreferens'],
      file: ['fil'],
    },
    compared: (number) => `Den här fakturan och ${number}`,
    field: 'Fält',
    own: 'Den här fakturan',
    state: 'Status',
    supplier: 'Leverantör',
    differs: 'skiljer sig',
    noFile: 'Ingen fil',
    showBoth: 'Visa båda filerna',
    both: 'Båda filerna',
    notDuplicate: 'Ingen dubblett',
    notDuplicateAbout: (number) =>
      `Anmärkningarna om faktura ${number} räknas inte längre. De står kvar på den här med ditt namn och orsaken.`,
    notDuplicateReason: (number) => `Ingen dubblett av faktura ${number}`,
    isNotDuplicate: 'Markerad som ingen dubblett.',
    reject: 'Avvisa som dubblett',
    rejectReason: (number) => `Dubblett av faktura ${number}`,
  },
);
