import type { Entry } from './entry.ts';

/** What can be wrong with a field. It stands after the field's path, or by itself where the path is shown apart. */
const predicates: Entry[] = [
  [/is required/, 'måste finnas'],
  [/is required, because the supplier (?<value>.+) is new/, 'måste finnas, eftersom leverantören $<value> är ny'],
  [/is not valid/, 'gäller inte'],
  [/is not valid UTF-8/, 'är inte giltig UTF-8'],
  [/is sent more than once/, 'skickas mer än en gång'],
  [/is there twice/, 'finns två gånger'],
  [/is not a parameter of this operation/, 'är ingen parameter för den här operationen'],
  [/must be a string/, 'måste vara en text'],
  [/must be a number/, 'måste vara ett tal'],
  [/must be an array/, 'måste vara en lista'],
  [/must be a JSON object/, 'måste vara ett JSON-objekt'],
  [/must be of type boolean/, 'måste vara sant eller falskt'],
  [/must be of type integer/, 'måste vara ett heltal'],
  [/must be of type (?<type>\S+)/, 'måste vara av typen $<type>'],
  [/must be base64/, 'måste vara base64'],
  [/must be an e-mail address/, 'måste vara en e-postadress'],
  [/must be in the future/, 'måste ligga i framtiden'],
  [/must be whole/, 'måste vara hela millisekunder'],
  [
    /must be whole epoch milliseconds between (?<from>\S+) and (?<to>\S+)/,
    'måste vara hela millisekunder sedan 1970, mellan $<from> och $<to>',
  ],
  [/must be below (?<most>\S+) in absolute value/, 'måste vara mindre än $<most> till beloppet'],
  [/must not be empty/, 'får inte vara tomt'],
  [/must not be nested deeper than (?<most>\S+) levels/, 'får inte vara djupare än $<most> nivåer'],
  [/must not contain U\+0000/, 'får inte innehålla U+0000'],
  [/must not contain U\+0000 or half of a surrogate pair/, 'får inte innehålla U+0000 eller ett halvt surrogatpar'],
  [
    /must not contain (?<character>U\+[0-9A-F]+), which cannot be seen/,
    'får inte innehålla $<character>, som inte syns',
  ],
  [
    /must not be a common one, so put a few words together that nobody would guess/,
    'får inte vara ett vanligt lösenord, så sätt ihop några ord som ingen gissar',
  ],
  [/must not contain the e-mail address/, 'får inte innehålla e-postadressen'],
  [/must have at most (?<most>\S+) characters/, 'får ha högst $<most> tecken'],
  [/must have at most (?<most>\S+) lines/, 'får ha högst $<most> rader'],
  [/must have at most (?<most>\S+) values/, 'får ha högst $<most> värden'],
  [/has (?<many>\d+) more fields that are not known/, 'har $<many> fält till som inte är kända'],
  [/must have at most (?<most>\S+) decimals/, 'får ha högst $<most> decimaler'],
  [/must have at most (?<most>\S+) digits when it is written out/, 'får ha högst $<most> siffror när det skrivs ut'],
  [/must have at least (?<least>\S+) characters/, 'måste ha minst $<least> tecken'],
  [/must have at least (?<least>\S+) different characters/, 'måste ha minst $<least> olika tecken'],
  [/is longer than a field of a form may be/, 'är längre än ett formulärfält får vara'],
  [/is no operation of this interface/, 'är ingen operation i gränssnittet'],
  [/is no known field/, 'är inget känt fält'],
  [/is no known column/, 'är ingen känd kolumn'],
  [/is the name of more than one column/, 'är namnet på mer än en kolumn'],
  [/is a column that must be there/, 'är en kolumn som måste finnas'],
  [/is the same as (?<other>\S+)/, 'är detsamma som $<other>'],
  [/is on line (?<line>\d+) too(?<place>, at \S+)?/, 'finns också på rad $<line>$<place>'],
  [/is at (?<other>\S+) too/, 'finns också på $<other>'],
  [/is the id of no partner of this company/, 'är inte id för någon av företagets partner'],
  [/cannot be changed/, 'kan inte ändras'],
  [/cannot be changed, because invoices refer to it/, 'kan inte ändras, eftersom fakturor hänvisar till det'],
  [/takes a whole number from (?<least>\d+) to (?<most>\d+)/, 'tar ett heltal från $<least> till $<most>'],
  [/there is no company with the id (?<id>.+)/, 'det finns inget företag med id $<id>'],
];

/** What keeps a file from being of the kind that it begins like. */
const faults: [english: string, swedish: string][] = [
  ['it ends after (?<bytes>\\d+) bytes', 'den slutar efter $<bytes> byte'],
  ['its header is not complete', 'dess början är inte fullständig'],
  ['it has no %%EOF at its end, so it was cut off', 'den har inget %%EOF i slutet, så den är avklippt'],
  [
    'line (?<line>\\d+) has (?<what>.+) where XML does not allow it',
    'rad $<line> har $<what> där XML inte tillåter det',
  ],
  [
    'line (?<line>\\d+) has (?<what>\\S+) where (?<other>\\S+) is expected',
    'rad $<line> har $<what> där $<other> väntas',
  ],
  ['line (?<line>\\d+) has the attribute (?<what>\\S+) twice', 'rad $<line> har attributet $<what> två gånger'],
  ['it is nested deeper than (?<most>\\S+) levels', 'den är djupare än $<most> nivåer'],
  ['it ends before (?<what>\\S+) is closed', 'den slutar innan $<what> är avslutat'],
  ['it ends too early', 'den slutar för tidigt'],
  ['its bytes are not valid (?<what>.+)', 'dess innehåll är inte giltig $<what>'],
  ['its encoding (?<what>.+) is not known', 'dess teckenkodning $<what> är inte känd'],
];

/** Such a file with each of the faults, and without, as failures are counted. */
const notWhole = (english: string, swedish: string): Entry[] => [
  [new RegExp(`^${english}$`), swedish],
  ...faults.map(([fault, said]): Entry => [new RegExp(`^${english}: ${fault}$`, 's'), `${swedish}: ${said}`]),
];

/** What stands by itself among problems, after a semicolon or as a whole line of a file. */
const remarks: Entry[] = [
  [/^did you mean (.+?)\??$/s, 'menade du $1?'],
  [/^the fields are (.+)$/s, 'fälten är $1'],
  [/^the columns are (.+)$/s, 'kolumnerna är $1'],
  [/^the parameters are (.+)$/s, 'parametrarna är $1'],
  [/^send bankGiro or postGiro instead$/, 'skicka bankGiro eller postGiro i stället'],
  [/^make another operator instead$/, 'skapa en annan operatör i stället'],
  [/^(\S+) looks like seconds, so send (\S+)$/, '$1 ser ut som sekunder, så skicka $2'],
  [/^and ([\d,]+) more$/, 'och $1 till'],
  [/^and ([\d,]+) more problems$/, 'och $1 problem till'],
  [
    /^number and organizationalNumber take at most 255 characters and no U\+0000, and after takes the next of the page before$/,
    'number och organizationalNumber får ha högst 255 tecken och inget U+0000, och after tar next från föregående sida',
  ],
  [/^the part file has no file name$/, 'delen file har inget filnamn'],
  [/^the file is empty$/, 'filen är tom'],
  [/^the file is larger than (.+)$/, 'filen är större än $1'],
  [/^the file is of a kind that is not accepted$/, 'filen är av ett slag som inte tas emot'],
  [/^send one of (.+)$/, 'skicka något av $1'],
  [
    /^the file is (\S+) by its bytes, but its name says something else$/,
    'filens innehåll är $1, men dess namn säger något annat',
  ],
  [/^the file is (\S+) by its bytes, but its name says (.+)$/s, 'filens innehåll är $1, men dess namn säger $2'],
  [
    /^the file is (\S+) by its bytes, but its content type says something else$/,
    'filens innehåll är $1, men dess innehållstyp säger något annat',
  ],
  [
    /^the file is (\S+) by its bytes, but its content type says (.+)$/s,
    'filens innehåll är $1, men dess innehållstyp säger $2',
  ],
  [/^filename\* is not valid, send it as in (.+)$/, 'filename* gäller inte, skicka det som i $1'],
  ...notWhole('the file is not well-formed XML', 'filen är inte välformad XML'),
  ...notWhole('the file is not a (\\S+)', 'filen är ingen $1'),

  // Files to import.
  [/^its first line must be the header$/, 'den första raden måste vara rubriken'],
  [
    /^from here on there is a quote \("\) that is never closed$/,
    'härifrån finns ett citattecken (") som aldrig stängs',
  ],
  [
    /^a cell that holds a quote \("\) must be in quotes, with that quote written twice: "3\/4"" pipe"$/,
    'en cell med ett citattecken (") måste stå inom citattecken, med det egna citattecknet skrivet två gånger: "3/4"" rör"',
  ],
  [/^there are (\d+) cells, but the header has (\d+)$/, 'det finns $1 celler, men rubriken har $2'],
  [
    /^a cell that holds a comma, a semicolon or a line break must be in quotes$/,
    'en cell med ett komma, ett semikolon eller en radbrytning måste stå inom citattecken',
  ],
  [
    /^cell (\d+) has a value, but its column has no name in the header$/,
    'cell $1 har ett värde, men dess kolumn har inget namn i rubriken',
  ],
  [
    /^there are more than (\d+) cells, and no file has as many columns$/,
    'det finns fler än $1 celler, och ingen fil har så många kolumner',
  ],
  [/^the file has more than ([\d,]+) records$/, 'filen har fler än $1 poster'],
  [/^import it in parts$/, 'importera den i delar'],
  [/^this is not UTF-8$/, 'detta är inte UTF-8'],
  [
    /^save the file as UTF-8 \(in a spreadsheet: “CSV UTF-8”\) and import it again$/,
    'spara filen som UTF-8 (i ett kalkylprogram: ”CSV UTF-8”) och importera den igen',
  ],
  [/^the file must be a JSON array: (.+)$/, 'filen måste vara en JSON-lista: $1'],
  [/^the file is not valid JSON$/, 'filen är inte giltig JSON'],
  [/^the file is not valid JSON: see column (\d+)$/, 'filen är inte giltig JSON: se kolumn $1'],
];

const subjects: Record<string, string> = {
  'the body': 'innehållet',
  'The header Idempotency-Key': 'Rubriken Idempotency-Key',
  'the file name': 'filnamnet',
  'the name of a form field': 'namnet på ett formulärfält',
  'a name': 'ett namn',
  'companies:': 'companies:',
};

const withPath = predicates.map(([english, swedish]): Entry => [
  new RegExp(`^(?:(?<path>.+?) )?${english.source}$`, 's'),
  swedish,
]);

/** One problem, with the path of its field or without. */
export function problemInSwedish(text: string): string | undefined {
  const remark = remarks.find(([english]) => english.test(text));
  if (remark !== undefined) return text.replace(...remark);
  const known = withPath.find(([english]) => english.test(text));
  if (known === undefined) return undefined;
  const path = known[0].exec(text)?.groups?.path;
  const said = text.replace(...known).replace(/, at (\S+)$/, ', på $1');
  return path === undefined ? said : `${subjects[path] ?? path} ${said}`;
}
