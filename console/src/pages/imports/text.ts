import { maxImportMebibytes } from '../../../../common/imports/imports.ts';
import { bilingual } from '../../text.ts';

export const importsText = bilingual(
  {
    projects: {
      title: 'Import projects',
      intro:
        'From a CSV or JSON file, such as an export of this list. A project whose number is there is changed, a new one is created, and nothing is deleted. One mistake anywhere, and nothing is imported.',
      toList: 'Show the projects',
    },
    suppliers: {
      title: 'Import suppliers',
      intro:
        'From a CSV or JSON file, such as an export of this list. A supplier whose number is there is changed, a new one is created, and nothing is deleted. What the file does not mention stays as it is. One mistake anywhere, and nothing is imported.',
      toList: 'Show the suppliers',
    },
    coding: {
      title: 'Import coding lists',
      intro:
        'Accounts, cost centres, projects and VAT codes from a CSV or JSON file. A code that is there is changed, a new one is added, and one that the file does not mention stays. With the column active, “no” ends a code: nothing more can be coded with it. One mistake anywhere, and nothing is imported.',
      toList: 'To the settings',
    },
    file: 'Choose a file',
    fileHint: `CSV (UTF-8, UTF-16 or Windows-1252) or JSON, at most ${maxImportMebibytes} MiB`,
    clear: 'Remove the file',
    paste: 'Or paste it here',
    format: 'Format',
    look: 'Preview',
    preview: 'Preview: nothing is imported yet',
    kinds: { new: 'New', changed: 'Changed', waiting: 'Waits for a second person' },
    wouldDo: (created: number, updated: number, unchanged: number) =>
      `${created} new, ${updated} changed, ${unchanged} already as in the file.`,
    wouldWait: (n: number) =>
      n === 1
        ? 'A change of 1 payee will wait until a second person confirms it.'
        : `Changes of ${n} payees will wait until a second person confirms them.`,
    nothingNew: (n: number) =>
      n === 1 ? 'The record is already as in the file.' : `All ${n} are already as in the file.`,
    firstOf: (kind: string, n: number) => `${kind}: the first ${n}`,
    importThese: (created: number, updated: number, proposed: number) =>
      `Import ${[
        created > 0 && `${created} new`,
        updated > 0 && `${updated} changed`,
        proposed > 0 && `${proposed} to confirm`,
      ]
        .filter((part) => part !== false)
        .join(', ')}`,
    number: 'Number',
    name: 'Name',
    changes: 'Values',
    isNew: 'New',
    waits: 'Waits for a second person',
    nothing: 'Choose a file or paste something first.',
    large: `The file is larger than ${maxImportMebibytes} MiB. Import it in parts.`,
    mistakes: (n: number) => (n === 1 ? '1 mistake; nothing was imported' : `${n} mistakes; nothing was imported`),
    moreMistakes: (n: number) => `and ${n} more mistakes`,
    stopped: (n: number) => `Reading stopped after ${n} mistakes. There may be more.`,
    line: 'Line',
    mistake: 'Mistake',
    imported: 'Imported',
    outcome: (created: number, updated: number, unchanged: number) =>
      `${created} created, ${updated} changed, ${unchanged} unchanged.`,
    proposed: (n: number) =>
      n === 1 ? 'A change of 1 payee waits to be confirmed.' : `Changes of ${n} payees wait to be confirmed.`,
    readAs: (encoding: string) => `The file was read as ${encoding}.`,
    example: 'Example',
  },
  {
    projects: {
      title: 'Importera projekt',
      intro:
        'Från en CSV- eller JSON-fil, till exempel en export av listan. Ett projekt vars nummer finns ändras, ett nytt skapas, och inget tas bort. Om filen har ett enda fel importeras inget.',
      toList: 'Visa projekten',
    },
    suppliers: {
      title: 'Importera leverantörer',
      intro:
        'Från en CSV- eller JSON-fil, till exempel en export av listan. En leverantör vars nummer finns ändras, en ny läggs upp, och ingen tas bort. Uppgifter som inte finns i filen ändras inte. Om filen har ett enda fel importeras inget.',
      toList: 'Visa leverantörerna',
    },
    coding: {
      title: 'Importera konteringslistor',
      intro:
        'Konton, kostnadsställen, projekt och momskoder från en CSV- eller JSON-fil. En kod som finns ändras, en ny läggs till, och en som inte finns i filen är kvar. Med kolumnen aktiv och ”nej” avslutas en kod: inget mer kan konteras med den. Om filen har ett enda fel importeras inget.',
      toList: 'Till inställningarna',
    },
    file: 'Välj en fil',
    fileHint: `CSV (UTF-8, UTF-16 eller Windows-1252) eller JSON, högst ${maxImportMebibytes} MiB`,
    clear: 'Ta bort filen',
    paste: 'Eller klistra in här',
    format: 'Format',
    look: 'Förhandsgranska',
    preview: 'Förhandsgranskning: inget är importerat ännu',
    kinds: { new: 'Nya', changed: 'Ändrade', waiting: 'Väntar på tvåpersonskontroll' },
    wouldDo: (created, updated, unchanged) => `Nya: ${created}, ändrade: ${updated}, redan som i filen: ${unchanged}.`,
    wouldWait: (n) =>
      n === 1
        ? 'Ändringen av 1 betalningsmottagare väntar sedan på tvåpersonskontroll.'
        : `Ändringar av ${n} betalningsmottagare väntar sedan på tvåpersonskontroll.`,
    nothingNew: (n) => (n === 1 ? 'Posten är redan som i filen.' : `Alla ${n} är redan som i filen.`),
    firstOf: (kind, n) => `${kind}: de första ${n}`,
    importThese: (created, updated, proposed) =>
      `Importera ${[
        created > 0 && (created === 1 ? '1 ny' : `${created} nya`),
        updated > 0 && (updated === 1 ? '1 ändrad' : `${updated} ändrade`),
        proposed > 0 && `${proposed} att bekräfta`,
      ]
        .filter((part) => part !== false)
        .join(', ')}`,
    number: 'Nummer',
    name: 'Namn',
    changes: 'Värden',
    isNew: 'Ny',
    waits: 'Väntar på tvåpersonskontroll',
    nothing: 'Välj en fil eller klistra in något först.',
    large: `Filen är större än ${maxImportMebibytes} MiB. Importera den i delar.`,
    mistakes: (n) => (n === 1 ? '1 fel; inget importerades' : `${n} fel; inget importerades`),
    moreMistakes: (n) => `och ${n} fel till`,
    stopped: (n) => `Läsningen avbröts efter ${n} fel. Det kan finnas fler.`,
    line: 'Rad',
    mistake: 'Fel',
    imported: 'Importerat',
    outcome: (created, updated, unchanged) => `${created} skapade, ${updated} ändrade, ${unchanged} oförändrade.`,
    proposed: (n) =>
      n === 1
        ? 'Ändringen av 1 betalningsmottagare väntar på att bekräftas.'
        : `Ändringar av ${n} betalningsmottagare väntar på att bekräftas.`,
    readAs: (encoding) => `Filen lästes som ${encoding}.`,
    example: 'Exempel',
  },
);
