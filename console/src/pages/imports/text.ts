import { bilingual } from '../../text.ts';

/** What every import of a file says. */
export const importsText = bilingual(
  {
    file: 'Choose a file',
    fileHint: 'CSV (UTF-8, UTF-16 or Windows-1252) or JSON, at most 10 MiB',
    clear: 'Take the file away',
    paste: 'Or paste it here',
    format: 'Format',
    start: 'Import',
    nothing: 'Choose a file or paste something first.',
    large: 'The file is larger than 10 MiB. Import it in parts.',
    mistakes: (n: number) => (n === 1 ? '1 mistake; nothing was imported' : `${n} mistakes; nothing was imported`),
    moreMistakes: (n: number) => `and ${n} more mistakes`,
    stopped: (n: number) => `Reading stopped after ${n} mistakes. There may be more.`,
    line: 'Line',
    mistake: 'Mistake',
    imported: 'Imported',
    outcome: (created: number, updated: number, unchanged: number) =>
      `${created} created, ${updated} changed, ${unchanged} as before.`,
    proposed: (n: number) =>
      n === 1 ? 'A change of 1 payee waits to be confirmed.' : `Changes of ${n} payees wait to be confirmed.`,
    readAs: (encoding: string) => `The file was read as ${encoding}.`,
    example: 'An example',
  },
  {
    file: 'Välj en fil',
    fileHint: 'CSV (UTF-8, UTF-16 eller Windows-1252) eller JSON, högst 10 MiB',
    clear: 'Ta bort filen',
    paste: 'Eller klistra in här',
    format: 'Format',
    start: 'Importera',
    nothing: 'Välj en fil eller klistra in något först.',
    large: 'Filen är större än 10 MiB. Importera den i delar.',
    mistakes: (n) => (n === 1 ? '1 fel; inget importerades' : `${n} fel; inget importerades`),
    moreMistakes: (n) => `och ${n} fel till`,
    stopped: (n) => `Läsningen avbröts efter ${n} fel. Det kan finnas fler.`,
    line: 'Rad',
    mistake: 'Fel',
    imported: 'Importerat',
    outcome: (created, updated, unchanged) => `${created} skapade, ${updated} ändrade, ${unchanged} som förut.`,
    proposed: (n) =>
      n === 1
        ? 'Ändringen av 1 betalningsmottagare väntar på att bekräftas.'
        : `Ändringar av ${n} betalningsmottagare väntar på att bekräftas.`,
    readAs: (encoding) => `Filen lästes som ${encoding}.`,
    example: 'Ett exempel',
  },
);
