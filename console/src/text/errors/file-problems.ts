import type { Language } from '../../../../common/errors/catalogue.ts';
import type { FileFault, fileProblems as english } from '../../../../common/errors/problem-catalogue.ts';
import { quoted, sizeInWords } from '../../../../common/errors/words.ts';
import { advice, number } from './words.ts';

const notOfKind = ({ kind }: { kind: string }) =>
  kind === 'XML' ? 'filen är inte välformad XML' : `filen är ingen ${kind}`;

function fault(file: FileFault): string {
  switch (file.fault) {
    case 'ends':
      return `den slutar efter ${number(file.bytes)} byte`;
    case 'header':
      return 'dess början är inte fullständig';
    case 'cut':
      return 'den har inget %%EOF i slutet, så den är avklippt';
    case 'early':
      return 'den slutar för tidigt';
    case 'misplaced':
      return `rad ${file.line} har ${file.what} där XML inte tillåter det`;
    case 'attribute':
      return `rad ${file.line} har attributet ${file.what} två gånger`;
    case 'expected':
      return `rad ${file.line} har ${file.what} där ${file.expected} väntas`;
    case 'deep':
      return `den är djupare än ${number(file.most)} nivåer`;
    case 'open':
      return `den slutar innan ${file.what} är avslutat`;
    case 'bytes':
      return `dess innehåll är inte giltig ${file.what}`;
    default:
      return `dess teckenkodning ${file.what} är inte känd`;
  }
}

export const fileProblems: Pick<Language['problems'], keyof typeof english> = {
  // Attached files and their formats.
  'file.broken': { what: (file) => `${notOfKind(file)}: ${fault(file)}`, cause: notOfKind },
  'file.claim': {
    what: ({ kind, says }) => `filens innehåll är ${kind}, men dess innehållstyp säger ${quoted(says)}`,
    cause: ({ kind }) => `filens innehåll är ${kind}, men dess innehållstyp säger något annat`,
  },
  'file.empty': { what: 'filen är tom' },
  'file.infected': {
    what: ({ threat }) =>
      `viruskontrollen hittade ${quoted(threat)} i filen, så den sparades inte; skicka en fil utan virus`,
    cause: 'viruskontrollen hittade skadlig kod i filen',
  },
  'file.kind': {
    what: ({ accepted }) => `filen är av ett slag som inte tas emot; skicka något av ${accepted.join(', ')}`,
  },
  'file.large': { what: ({ bytes }) => `filen är större än ${sizeInWords(bytes)}` },
  'file.named': {
    what: ({ kind, says }) => `filens innehåll är ${kind}, men dess namn säger ${says}`,
    cause: ({ kind }) => `filens innehåll är ${kind}, men dess namn säger något annat`,
  },
  'file.unnamed': { what: 'delen file har inget filnamn' },
  'filename.encoding': { what: 'filnamnet är inte giltig UTF-8' },
  'filename.extended': { what: `är ogiltigt, skicka det som i UTF-8''r%C3%A4kning.pdf` },
  'filename.long': { what: ({ most }) => `filnamnet får ha högst ${most} tecken` },
  'fieldname.encoding': { what: 'namnet på ett formulärfält är inte giltig UTF-8' },

  // Imported files.
  'cell.unnamed': { what: ({ cell }) => `cell ${cell} har ett värde, men dess kolumn har inget namn i rubriken` },
  'cells.count': {
    what: ({ cells, columns }) =>
      `det finns ${cells} celler, men rubriken har ${columns}; en cell med ett komma, ett semikolon eller en radbrytning måste stå inom citattecken`,
  },
  'cells.many': { what: ({ most }) => `raden har fler än ${most} celler` },
  'column.missing': { what: 'är en obligatorisk kolumn' },
  'column.repeated': { what: 'är namnet på mer än en kolumn' },
  'column.unknown': { what: (name) => `är ingen känd kolumn; ${advice(name, 'kolumnerna')}` },
  'entry.unknown': { what: (name) => `är inget känt fält; ${advice(name, 'fälten')}` },
  'entries.unknown': { what: ({ count }) => `har ${number(count)} fält till som inte är kända` },
  'file.array': { what: 'filen måste vara en JSON-lista: [{…}, {…}]' },
  'file.encoding': {
    what: 'detta går inte att läsa som UTF-8, UTF-16 eller Windows-1252; spara filen som UTF-8 (i kalkylprogram: ”CSV UTF-8”) och importera den igen',
  },
  'file.replaced': {
    what: 'här står ett ersättningstecken (U+FFFD) där en bokstav har gått förlorad; skriv bokstaven igen och importera filen',
  },
  'file.json': { what: ({ column }) => `filen är inte giltig JSON: se kolumn ${column}` },
  'file.nothing': { what: 'filen är tom; den första raden måste vara rubriken' },
  'quote.open': { what: 'här börjar ett citattecken (") som aldrig avslutas' },
  'quote.stray': {
    what: 'en cell med ett citattecken (") måste stå inom citattecken, med det egna citattecknet skrivet två gånger: "3/4"" rör"',
  },
  'record.large': { what: ({ most }) => `posten har fler än ${number(most)} tecken` },
  'record.repeated': {
    what: ({ value, line, at }) => `${quoted(value)} finns också på rad ${line}${at && `, på ${at}`}`,
  },
  'records.many': { what: ({ most }) => `filen har fler än ${number(most)} poster; importera den i delar` },
  'supplier.new': { what: ({ number: of }) => `måste finnas, eftersom leverantören ${quoted(of)} är ny` },
  'value.repeated': { what: ({ value, other }) => `${quoted(value)} finns också på ${other}` },
};
